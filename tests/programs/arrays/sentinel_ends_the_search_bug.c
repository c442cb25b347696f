// verdict: UNSAFE 17
// options: --engine arrays --quiet
// inputs: 1, 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[101];
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 1 || n > 100)
        return 0;
    for (int j = 0; j < n; j++)
        a[j] = __VERIFIER_nondet_int();
    a[n - 1] = 1;
    while (a[i] != 0)
        i++;
    assert(i < n);
    return 0;
}
