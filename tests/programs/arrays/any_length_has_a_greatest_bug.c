// verdict: UNSAFE 19
// options: --engine arrays --quiet
// inputs: 2, 5, 6
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int max = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > max && i % 2 == 0)
            max = a[i];
    for (int i = 0; i < n; i++)
        assert(a[i] <= max);
    return 0;
}
