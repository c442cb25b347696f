// verdict: SAFE
#include <assert.h>
static void fill(int a[], int n, int v) {
    for (int i = 0; i < n; i++)
        a[i] = v;
}
static int size(int a[10]) { return sizeof a; }
static int corner(int m[][3], int rows) { return m[rows - 1][2]; }
int main(void) {
    int a[10] = { 0 };
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    fill(a, 5, 7);
    fill(a + 8, 1, 9);
    assert(a[0] == 7 && a[4] == 7 && a[5] == 0 && a[8] == 9 && a[9] == 0);
    assert(size(a) == sizeof(int *));
    assert(corner(m, 2) == 6);
    return 0;
}
