// verdict: UNSAFE 11
// options: --engine arrays --quiet
// inputs: 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[10], b[10];
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &a[0] : &b[0];
    *p = 1;
    assert(a[0] == 1);
    return 0;
}
