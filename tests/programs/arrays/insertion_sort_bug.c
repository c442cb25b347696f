// verdict: UNSAFE 28
// options: --engine arrays --quiet
// inputs: 4, 3, 2, 1
#include <assert.h>

#define N 4

extern int __VERIFIER_nondet_int(void);

int a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();

    for (int i = 1; i < N; i++) {
        int x = a[i];
        int j = i - 1;
        while (j > 0 && a[j] > x) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = x;
    }

    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
