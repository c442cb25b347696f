// verdict: SAFE
// options: --engine arrays --timeout 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int n = __VERIFIER_nondet_int(), s = 0;
    if (n < 0 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0 || a[i] > 9)
            a[i] = 0;
    }
    for (int i = 0; i < n; i++)
        s += a[i];
    assert(s <= 9 * n);
    return 0;
}
