// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
short a[100];
int main(void)
{
    int k = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (k < 0 || k >= 100 || x < 0 || !(x <= 32767))
        return 0;
    a[k] = x;
    assert(a[k] == x);
    return 0;
}
