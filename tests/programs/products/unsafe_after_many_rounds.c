// verdict: UNSAFE 16
// options: --engine bmc
/* Wrong in the 77th round only. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = 0, y = 7;
    for (unsigned i = 0; i < n; i++) {
        x += 2;
        y = y * 3 + x;
    }
    assert(x != 154 || y == 3);
    return 0;
}
