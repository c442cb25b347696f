// verdict: SAFE
// options: --engine bmc --unwind 1
/* Division by repeated subtraction: the quotient times the divisor and the rest are the dividend, whatever they are. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(y > 0);
    unsigned quotient = 0, rest = x;
    while (rest >= y) {
        rest -= y;
        quotient++;
    }
    assert(rest < y);
    assert(quotient * y + rest == x);
    return 0;
}
