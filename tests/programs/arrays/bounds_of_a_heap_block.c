// verdict: SAFE
// options: --engine arrays --property bounds
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    for (int i = 0; i < n; i++)
        a[n - 1 - i] = 0;
    free(a);
    return 0;
}
