// verdict: UNSAFE 14
// options: --engine linear --quiet
// inputs: 0, 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z;
    __VERIFIER_assume(-100 <= x && x <= 100 && -100 <= y && y <= 100);
    z = x * y;
    if (z > x)
        z = x;
    assert(z < x);
    return 0;
}
