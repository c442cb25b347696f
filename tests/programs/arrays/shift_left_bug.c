// verdict: UNSAFE 16
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n - 2; i++)
        a[i] = a[i + 1];
    for (int i = 0; i < n - 1; i++)
        assert(a[i] == i + 1);
    return 0;
}
