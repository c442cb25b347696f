// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i, n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000000)
        return 0;
    int *p = malloc(n * sizeof(int));
    for (i = 0; i < n; i++)
        p[i] = 7;
    for (i = 0; i < n; i++)
        assert(p[i] == 7);
    return 0;
}
