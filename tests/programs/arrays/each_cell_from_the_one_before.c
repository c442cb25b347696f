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
    a[0] = 0;
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1;
    for (int i = 0; i < n; i++)
        assert(a[i] == i);
    return 0;
}
