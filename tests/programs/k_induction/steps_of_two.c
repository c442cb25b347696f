// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        assert((x & 1) == 0);
    }
    return 0;
}
