// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void)
{
    a[0] = 0;
    for (int i = 1; i < 100; i++) {
        int step = __VERIFIER_nondet_int();
        if (step < 0 || step > 1000)
            step = 0;
        a[i] = a[i - 1] + step;
    }
    for (int i = 0; i < 99; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
