// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100], b[100];
void copy(int *to, int *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 0;
    copy(b, a, n);
    for (int i = 0; i < n; i++)
        assert(a[i] == 0);
    return 0;
}
