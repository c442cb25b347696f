// verdict: UNSAFE 18
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[500];
void fill(int *cells, int count, int value)
{
    for (int i = 0; i < count; i++)
        cells[i] = value;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 500)
        return 0;
    fill(a, n - 1, 9);
    for (int i = 0; i < n; i++)
        assert(a[i] == 9);
    return 0;
}
