// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[6];
int main(void)
{
    int left = 0, right = 5;
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_int();
    while (left <= right) {
        if (a[left] < 0) {
            left++;
        } else if (a[right] >= 0) {
            right--;
        } else {
            int t = a[left];
            a[left] = a[right];
            a[right] = t;
            left++;
            right--;
        }
    }
    for (int i = 0; i < left; i++)
        assert(a[i] < 0);
    return 0;
}
