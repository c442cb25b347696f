// verdict: UNSAFE 20
#include <assert.h>
enum { N = 3 };
static void product(const int a[N][N], const int b[N][N], int c[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}
int main(void) {
    const int a[N][N] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    const int one[N][N] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    int c[N][N];
    product(a, one, c);
    for (int i = 0; i < N * N; i++)
        assert(c[i / N][i % N] == i + 1);
    product(a, a, c);
    assert(c[0][0] == 30 && c[2][2] == 150 && c[0][1] == 66);
    return 0;
}
