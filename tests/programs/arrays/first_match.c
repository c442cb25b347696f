// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int x = __VERIFIER_nondet_int(), i = 0;
    for (int j = 0; j < 1000; j++)
        a[j] = __VERIFIER_nondet_int();
    while (i < 1000 && !(a[i] == x))
        i++;
    if (i < 1000)
        assert(a[i] == x);
    return 0;
}
