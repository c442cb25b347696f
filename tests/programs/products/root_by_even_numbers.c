// verdict: UNSAFE 17
// options: --engine bmc
/* Sums of even numbers are no squares. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int root = 0, even = 2, sum = 1;
    while (sum <= n) {
        root++;
        even += 2;
        sum += even;
    }
    assert(sum == (root + 1) * (root + 1));
    return 0;
}
