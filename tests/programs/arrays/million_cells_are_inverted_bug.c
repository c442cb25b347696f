// verdict: UNSAFE 16
// options: --engine arrays
#include <assert.h>

#define N 1000000

int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i];
    for (int i = 0; i < N; i++)
        assert(b[i] == N - i);
    return 0;
}
