// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    for (int i = n - 1; i >= 0; i--)
        a[i] = 6;
    for (int i = 0; i < n; i++)
        assert(a[i] == 6);
    return 0;
}
