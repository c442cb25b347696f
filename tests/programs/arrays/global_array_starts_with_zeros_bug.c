// verdict: UNSAFE 13
// options: --engine arrays --quiet
// inputs: 7, 7
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000000];
int main(void)
{
    int k = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (k < 0 || k >= 1000000 || i < 0 || i >= 1000000)
        return 0;
    a[k] = 1;
    assert(a[i] == 0);
    return 0;
}
