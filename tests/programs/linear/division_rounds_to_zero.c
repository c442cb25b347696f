// verdict: SAFE
// options: --engine linear
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x / 2;
    assert(y > -1073741825 && y < 1073741824);
    return 0;
}
