// verdict: SAFE
// options: --engine arrays
// undefined: yes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        return 0;
    int a[n];
    a[0] = 1;
    assert(a[0] == 2);
    return 0;
}
