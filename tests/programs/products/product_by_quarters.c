// verdict: SAFE
// options: --engine bmc --unwind 1
/* Multiplication by dividing both factors by two, with signed words of 64 bits. */
#include <assert.h>

extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long x = __VERIFIER_nondet_longlong(), y = __VERIFIER_nondet_longlong();
    if (x < 0 || y < 0 || x > 1000000 || y > 1000000)
        return 0;
    long long a = x, b = y, p = 1, q = 0;
    while (a != 0 && b != 0) {
        assert(q + a * b * p == x * y);
        if (a % 2 == 0 && b % 2 == 0) {
            a /= 2;
            b /= 2;
            p *= 4;
        } else if (a % 2 == 1 && b % 2 == 0) {
            a--;
            q += b * p;
        } else if (a % 2 == 0 && b % 2 == 1) {
            b--;
            q += a * p;
        } else {
            a--;
            b--;
            q += (a + b + 1) * p;
        }
    }
    assert(q == x * y);
    return 0;
}
