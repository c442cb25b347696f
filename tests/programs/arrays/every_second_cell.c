// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    for (int i = 0; i < n; i += 2)
        a[i] = 1;
    for (int i = 0; i < n; i += 2)
        assert(a[i] == 1);
    return 0;
}
