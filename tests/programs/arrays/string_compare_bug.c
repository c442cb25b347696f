// verdict: UNSAFE 26
// options: --engine arrays --quiet
// inputs: 1, 2, 0, 0
#include <assert.h>

#define N 5

extern char __VERIFIER_nondet_char(void);

char a[N], b[N];

int main(void)
{
    for (int i = 0; i < N - 1; i++) {
        a[i] = __VERIFIER_nondet_char();
        b[i] = __VERIFIER_nondet_char();
    }
    a[N - 1] = 0;
    b[N - 1] = 0;

    int i = 0;
    while (a[i] != 0 && b[i] != 0)
        i++;
    if (a[i] == b[i])
        for (int j = 0; j <= i; j++)
            assert(a[j] == b[j]);
    return 0;
}
