// verdict: SAFE
#include <assert.h>
int main(void) {
    int a[6] = { 1, 2 };
    int b[] = { 5, 6, 7 };
    int m[3][2] = { { 1 }, { 2, 3 } };
    assert(a[0] == 1 && a[1] == 2 && a[2] == 0 && a[5] == 0);
    assert(sizeof b == 3 * sizeof(int));
    assert(m[0][1] == 0 && m[1][1] == 3 && m[2][0] == 0);
    return 0;
}
