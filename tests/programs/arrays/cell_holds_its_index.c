// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100000];
int main(void)
{
    for (int i = 0; i < 100000; i++)
        a[i] = i;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 100000)
        assert(a[k] == k);
    return 0;
}
