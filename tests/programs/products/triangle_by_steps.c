// verdict: SAFE
// options: --engine bmc --unwind 1
/* What is taken away grows by one each time. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 30000);
    int left = n, step = 0;
    while (left > step) {
        left -= step;
        step++;
    }
    assert(2 * left + step * step - step == 2 * n);
    return 0;
}
