// verdict: UNSAFE 18
// options: --engine arrays --quiet
// inputs: 1, 2, 5, 6
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i >= 100 || j < 0 || j >= 100)
        return 0;
    a[i] = __VERIFIER_nondet_int();
    a[j] = __VERIFIER_nondet_int();
    int x = a[i], y = a[j];
    int t = a[i];
    a[i] = a[j];
    a[j] = a[i];
    assert(a[i] == y && a[j] == x);
    return 0;
}
