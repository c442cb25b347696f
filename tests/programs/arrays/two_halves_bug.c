// verdict: UNSAFE 19
// options: --engine arrays --quiet
// inputs: 500
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 1000)
        return 0;
    for (int i = 0; i < 1000; i++) {
        if (i <= k)
            a[i] = 0;
        else
            a[i] = 1;
    }
    for (int i = 0; i < 1000; i++)
        assert(a[i] == (i >= k));
    return 0;
}
