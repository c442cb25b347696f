// verdict: UNSAFE 16
// options: --engine bmc
/* Wrong for one number of four thousand million, which no constant of the program tells. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (int i = 0; i < 5; i++) {
        sum += n;
    }
    /* This polynomial has each value once (Rivest 2001). */
    assert(sum + 2 * sum * sum != 123456789u);
    return 0;
}
