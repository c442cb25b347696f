// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 0, odd = 1;
    while (__VERIFIER_nondet_int() && n < 1000000) {
        n++;
        odd += 2;
    }
    assert(odd == 2 * n + 1);
    return 0;
}
