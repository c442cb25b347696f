// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[101];
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 1 || n > 100)
        return 0;
    for (int j = 0; j < n; j++)
        a[j] = __VERIFIER_nondet_int();
    a[n - 1] = 0;
    while (a[i] != 0)
        i++;
    assert(i < n);
    return 0;
}
