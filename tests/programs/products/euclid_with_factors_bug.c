// verdict: UNSAFE 28
// options: --engine simulate
/* The factors of Euclid's algorithm: one of them is changed in the wrong direction, which shows in the second
   round of a kind at the earliest. */
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
        if (x > y) {
            x -= y;
            xa -= ya;
            xb -= yb;
        } else {
            y -= x;
            ya -= xa;
            yb += xb;
        }
    }
    assert(xa * a + xb * b == x);
    assert(ya * a + yb * b == x);
    return 0;
}
