// verdict: UNSAFE 14
// options: --engine arrays --quiet
// inputs: 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 7;
    assert(a[0] == 7);
    return 0;
}
