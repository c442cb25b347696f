// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100000], b[100000], c[100000];
int main(void)
{
    int n = __VERIFIER_nondet_int(), left = 0, right = 0;
    if (n < 1 || n > 100000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        if (a[i] >= 0) {
            b[left] = a[i];
            left++;
        } else {
            c[right] = a[i];
            right++;
        }
    }
    for (int i = 0; i < left; i++)
        assert(b[i] >= 0);
    for (int i = 0; i < right; i++)
        assert(c[i] < 0);
    return 0;
}
