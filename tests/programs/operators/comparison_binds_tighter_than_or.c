// verdict: UNSAFE 5
#include <assert.h>
int main(void) {
    assert(2 + 3 * 4 == 14);
    assert((3 & 2 == 2) == 1 && (1 | 2 == 2) == 0);
    assert((6 & 3 << 1) == 6);
    assert((10 - 4 - 3) == 3);
    assert((100 / 10 / 5) == 2);
    assert((-2 < -1 < 0) == 0);
    assert((1 ? 2 : 0 ? 3 : 4) == 2);
    assert((!0 + 1) == 2);
    assert((~0 & 0xf) == 15);
    assert((5 & 6 ^ 3 | 8) == 15);
    return 0;
}
