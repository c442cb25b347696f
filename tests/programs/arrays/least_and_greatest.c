// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[200];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 200)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int min = a[0], max = a[0];
    for (int i = 0; i < n; i++) {
        if (min > a[i])
            min = a[i];
        if (max < a[i])
            max = a[i];
    }
    for (int i = 0; i < n; i++)
        assert(min <= a[i] && a[i] <= max);
    return 0;
}
