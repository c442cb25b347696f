// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
    for (int i = 0; i < n; i++)
        assert(a[i] == 2 * i);
    free(a);
    return 0;
}
