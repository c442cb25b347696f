// verdict: UNSAFE 24
// options: --engine arrays
#include <assert.h>

#define N 100

extern int __VERIFIER_nondet_int(void);

int a[N];

// What the loop hands on from round to round is the greatest so far.
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int j = 0; j < N - 2; j++) {
        if (a[j] > a[j + 1]) {
            int t = a[j];
            a[j] = a[j + 1];
            a[j + 1] = t;
        }
    }
    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[N - 1]);
    return 0;
}
