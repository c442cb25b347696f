// verdict: UNSAFE 23
// options: --engine arrays --quiet
// inputs: 1, 5, 5
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void)
{
    int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int found = 0;
    for (int i = 0; i < n - 1; i++)
        if (a[i] == x)
            found = 1;
    if (!found)
        for (int i = 0; i < n; i++)
            assert(a[i] != x);
    free(a);
    return 0;
}
