// verdict: SAFE
#include <assert.h>
int main(void) {
    int a = 1, b = 1, x = 5;
    int r = x > 3 ? (a = 7) : (b = 9);
    assert(r == 7 && a == 7 && b == 1);
    r = x > 9 ? 1 : x > 4 ? 2 : 3;
    assert(r == 2);
    assert((x ? -1 : 1u) > 0);
    return 0;
}
