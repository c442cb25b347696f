// verdict: SAFE
// options: --engine bmc --unwind 1
/* The factors of Euclid's algorithm: what they promise holds although sums and products wrap around. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a > 0 && b > 0);
    unsigned x = a, y = b;
    unsigned xa = 1, xb = 0, ya = 0, yb = 1;
    while (x != y) {
        assert(xa * yb - xb * ya == 1);
        if (x > y) {
            x -= y;
            xa -= ya;
            xb -= yb;
        } else {
            y -= x;
            ya -= xa;
            yb -= xb;
        }
    }
    assert(xa * a + xb * b == x);
    assert(ya * a + yb * b == x);
    return 0;
}
