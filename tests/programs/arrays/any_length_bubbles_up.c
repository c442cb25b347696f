// verdict: SAFE
// options: --engine arrays
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int a[1000000];

// What the loop hands on from round to round is the greatest so far.
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int j;
    for (j = 0; j < n - 1; j++) {
        if (a[j] > a[j + 1]) {
            int t = a[j];
            a[j] = a[j + 1];
            a[j + 1] = t;
        }
    }
    for (int i = 0; i < n; i++)
        assert(a[i] <= a[j]);
    return 0;
}
