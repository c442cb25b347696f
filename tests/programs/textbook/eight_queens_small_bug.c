// verdict: UNSAFE 16
#include <assert.h>
static int place(int row, int n, unsigned cols, unsigned left, unsigned right) {
    if (row == n)
        return 1;
    int solutions = 0;
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if (!((cols | left | right) & bit))
            solutions += place(row + 1, n, cols | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return solutions;
}
int main(void) {
    assert(place(0, 4, 0, 0, 0) == 2);
    assert(place(0, 6, 0, 0, 0) == 6);
    return 0;
}
