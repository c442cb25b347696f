// verdict: UNSAFE 20
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
void fill(int i, int n)
{
    if (i >= n)
        return;
    a[i] = 1;
    fill(i + 2, n);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    fill(0, n);
    for (int i = 0; i < n; i++)
        assert(a[i] == 1);
    return 0;
}
