// verdict: UNSAFE 9
// options: --engine linear --quiet
// simulate: unknown
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(((x ^ 5) & 3) < 3);
    return 0;
}
