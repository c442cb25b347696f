// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 3, b = 5;
    while (__VERIFIER_nondet_int()) {
        a ^= b;
        b ^= a;
        a ^= b;
        assert((a == 3 && b == 5) || (a == 5 && b == 3));
    }
    return 0;
}
