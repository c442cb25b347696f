// verdict: UNSAFE 16
#include <assert.h>
int main(void) {
    int x = 100;
    x += 5;
    x -= 1;
    x *= 2;
    x /= 7;
    x %= 20;
    x <<= 3;
    x >>= 1;
    x |= 0x101;
    x &= ~1;
    x ^= 0xff;
    assert(x == (((((100 + 5 - 1) * 2 / 7 % 20) << 3 >> 1) | 0x101) & ~1 ^ 0xff));
    assert(x == 474);
    return 0;
}
