// verdict: SAFE
// options: --engine arrays
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

// Where a cell comes from runs against where it goes.
int a[1000000], b[1000000];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        b[i] = a[n - 1 - i];
    for (int i = 0; i < n; i++)
        assert(b[n - 1 - i] == a[i]);
    return 0;
}
