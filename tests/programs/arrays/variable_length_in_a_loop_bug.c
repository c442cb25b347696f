// verdict: UNSAFE 13
#include <assert.h>
static int last(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }
int main(void) {
    int total = 0;
    for (int n = 1; n < 5; n++) {
        int a[n][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++)
                a[i][j] = i + j;
        total += last(n, n + 1, a);
    }
    assert(total == 7);
    return 0;
}
