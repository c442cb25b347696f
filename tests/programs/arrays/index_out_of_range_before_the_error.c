// verdict: UNSAFE 12
// options: --engine arrays --quiet
// undefined: yes
// inputs: 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    a[i] = 1;
    assert(i < 3);
    return 0;
}
