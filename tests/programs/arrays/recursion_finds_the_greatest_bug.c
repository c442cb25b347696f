// verdict: UNSAFE 18
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[20];
int greatest(int i)
{
    if (i == 19)
        return a[19];
    int rest = greatest(i + 1);
    return rest < a[i] ? rest : a[i];
}
int main(void)
{
    for (int i = 0; i < 20; i++)
        a[i] = __VERIFIER_nondet_int();
    int max = greatest(0);
    assert(a[7] <= max);
    return 0;
}
