// verdict: SAFE
// options: --engine bmc --unwind 1
/* The sum of the first cubes, as long as anybody wants it: both sides wrap around alike. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, sum = 0;
    while (i < n) {
        i++;
        sum += i * i * i;
    }
    assert(4 * sum == i * i * (i + 1) * (i + 1));
    return 0;
}
