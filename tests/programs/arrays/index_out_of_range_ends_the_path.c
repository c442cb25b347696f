// verdict: SAFE
// options: --engine arrays
// undefined: yes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    a[i] = 1;
    assert(0 <= i && i < 10);
    return 0;
}
