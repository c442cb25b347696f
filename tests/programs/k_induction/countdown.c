// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    assert(n == 0);
    return 0;
}
