// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned a = 0, b = 1;
    while (__VERIFIER_nondet_int()) {
        unsigned next = a + b;
        a = b;
        b = next;
        assert((a & 1) || (b & 1));
    }
    return 0;
}
