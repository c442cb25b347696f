// verdict: SAFE
// options: --engine linear
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int g0 = 2;
int g1 = 2;
/* Its text writes g1, but changes nothing. */
int negate(void)
{
    g0 = -g0;
    g1 = g1;
    return g0;
}
void grow(int d)
{
    if (d > 0 && g1 < 100)
        g1 = g1 + d;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    grow(n);
    int before = g1;
    int x = negate();
    assert(g1 == before && x == -2);
    return 0;
}
