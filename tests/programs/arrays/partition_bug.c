// verdict: UNSAFE 33
// options: --engine arrays --quiet
// inputs: 0, 0, 0, 0, 0
#include <assert.h>

#define N 5

extern int __VERIFIER_nondet_int(void);

int a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();

    int left = 0, right = N - 1;
    while (left <= right) {
        int x = a[left], y = a[right];
        if (x < 0) {
            left++;
        } else if (y > 0) {
            right--;
        } else {
            a[left] = y;
            a[right] = x;
            left++;
            right--;
        }
    }

    for (int i = 0; i < left; i++)
        assert(a[i] < 0);
    for (int i = left; i < N; i++)
        assert(a[i] >= 0);
    return 0;
}
