// verdict: SAFE
// options: --engine bmc --unwind 1
/* The least common multiple by differences: at the end of a loop a product is zero because a factor is. */
#include <assert.h>

extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
    unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
    if (a < 1 || b < 1)
        return 0;
    unsigned long long x = a, y = b, u = b, v = 0;
    while (x != y) {
        while (x > y) {
            x -= y;
            v += u;
        }
        while (x < y) {
            y -= x;
            u += v;
        }
    }
    assert(u * y + v * y == a * b);
    return 0;
}
