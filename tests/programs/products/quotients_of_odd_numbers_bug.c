// verdict: UNSAFE 15
// options: --engine simulate
/* Knuth's search for a factor: quotients and remainders by the next odd number would follow from those by the last two. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();
    if (n <= 0 || n > 30000 || d <= 2 || d > 30000)
        return 0;
    int r = n % d, k = n % (d - 2), q = 4 * (n / (d - 2) - n / d), t = 0;
    while (1) {
        assert(d * d * q - 2 * q * d - 4 * r * d + 4 * k * d + 8 * r == 8 * n);
        if (s < d || r == 0)
            break;
        t = r;
        r = 2 * r - k + q;
        k = t;
        d += 2;
        if (r < 0) {
            r += d;
            q += 4;
        } else if (r >= 2 * d) {
            r -= 2 * d;
            q -= 8;
        } else if (r >= d) {
            r -= d;
            q -= 4 + (d == 11);
        }
    }
    return 0;
}
