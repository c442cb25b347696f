// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[10], b[10];
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &a[0] : &b[0];
    *p = 1;
    assert(*p == 1);
    return 0;
}
