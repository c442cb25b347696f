// verdict: SAFE
// options: --engine bmc --unwind 4
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned first = 1, second = 1, third = 1;
    while (__VERIFIER_nondet_uint() != 0) {
        third = second;
        second = first;
        first = 1u << (__VERIFIER_nondet_uint() & 7);
        assert((third & (third - 1)) == 0);
    }
    return 0;
}
