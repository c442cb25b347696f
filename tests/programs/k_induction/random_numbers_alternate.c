// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 8, even = 1;
    while (__VERIFIER_nondet_int()) {
        x = 1664525u * x + 1013904223u;
        even = 1 - even;
        assert((x & 1) == 1 - even);
    }
    return 0;
}
