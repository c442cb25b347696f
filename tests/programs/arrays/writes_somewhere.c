// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k >= 100)
            break;
        a[k] = 1;
    }
    for (int i = 0; i < 100; i++)
        assert(a[i] == 0 || a[i] == 1);
    return 0;
}
