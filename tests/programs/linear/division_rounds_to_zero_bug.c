// verdict: UNSAFE 10
// options: --engine linear --quiet
// inputs: -1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x / 2;
    assert(x % 2 == 0 || x % 2 == 1);
    return 0;
}
