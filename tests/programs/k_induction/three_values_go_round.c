// verdict: SAFE
// options: --engine bmc --unwind 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 2, c = 4;
    while (__VERIFIER_nondet_int()) {
        int first = a;
        assert((a ^ b) != 0);
        a = b;
        b = c;
        c = first;
    }
    return 0;
}
