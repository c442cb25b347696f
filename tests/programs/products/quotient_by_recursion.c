// verdict: SAFE
// options: --engine bmc --unwind 1
/* How often y goes into x: inequalities with products. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int quotient(int x, int y)
{
    if (x < y) {
        return 0;
    }
    return 1 + quotient(x - y, y);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 100000 && y >= 1 && y <= 1000);
    int q = quotient(x, y);
    assert(q * y <= x);
    assert(x < (q + 1) * y);
    return 0;
}
