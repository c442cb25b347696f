// verdict: SAFE
// options: --engine bmc --unwind 1
/* Multiplication by doubling and halving: a half is exact because the number is even by then. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned doubled = a, left = b, product = 0;
    while (left != 0) {
        if (left % 2 == 1) {
            product += doubled;
            left--;
        }
        doubled *= 2;
        left /= 2;
    }
    assert(product == a * b);
    return 0;
}
