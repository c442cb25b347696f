// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000], b[1000];

int main(void)
{
    int i, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    for (i = 0; i < n; i++)
        b[i] = 5;
    for (i = 0; i < n; i++)
        a[i] = b[i];
    for (i = 0; i < n; i++)
        assert(a[i] == 5);
    return 0;
}
