// verdict: UNSAFE 9
#include <assert.h>
int main(void) {
    int m[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
    int (*row)[2] = m;
    int *cell = m[1];
    assert(row[2][1] == 6);
    row++;
    assert((*row)[0] == 2 && cell[1] == 4);
    assert(&m[2] - &m[0] == 2);
    assert(*(*(m + 2) + 1) == 6);
    int *rows[3] = { m[2], m[0], m[1] };
    assert(rows[0][0] == 5 && rows[1][1] == 2);
    return 0;
}
