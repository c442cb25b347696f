// verdict: UNSAFE 16
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    for (int i = n / 2 + 1; i < n; i++)
        a[i] = 2;
    for (int i = n / 2; i < n; i++)
        assert(a[i] == 2);
    return 0;
}
