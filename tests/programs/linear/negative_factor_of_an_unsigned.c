// verdict: SAFE
// options: --engine linear
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* -2 * x is 4294967294 * x modulo 2^32: as such it passes hundreds of multiples of 2^32, as -2 * x only two. */
int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar();
    int rounds = 0;
    while (rounds < 3 && -2 * x + 7 <= x)
        rounds++;
    if (x > 0 && x <= 3)
        assert(rounds == (x == 3 ? 3 : 0));
    unsigned y = -2 * x + 3 * x;
    assert(y == x);
    return 0;
}
