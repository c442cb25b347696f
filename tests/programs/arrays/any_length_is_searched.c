// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100000];
int main(void)
{
    int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int found = -1;
    for (int i = 0; i < n; i++) {
        if (a[i] == x) {
            found = i;
            break;
        }
    }
    if (found >= 0)
        assert(a[found] == x);
    return 0;
}
