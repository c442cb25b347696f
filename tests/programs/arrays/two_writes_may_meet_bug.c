// verdict: UNSAFE 15
// options: --engine arrays --quiet
// inputs: 3, 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i >= 100 || j < 0 || j >= 100)
        return 0;
    a[i] = 1;
    a[j] = 2;
    if (a[i] != 1) {
        ERROR: ;
    }
    return 0;
}
