// verdict: SAFE
// options: --engine bmc --unwind 1
/* The sum of the first odd numbers is a square: the root is found without a product. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int root = 0, odd = 1, square = 1;
    while (square <= n) {
        root++;
        odd += 2;
        square += odd;
    }
    assert(square == (root + 1) * (root + 1));
    assert(odd == 2 * root + 1);
    return 0;
}
