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

    for (int i = 0; i < N - 1; i++) {
        for (int j = 0; j < N - 2 - i; j++) {
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
        }
    }

    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
