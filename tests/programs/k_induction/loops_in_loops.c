// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), parity = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            parity ^= 1;
            assert(parity == 0 || parity == 1);
        }
    return 0;
}
