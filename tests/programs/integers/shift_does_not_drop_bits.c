// verdict: UNSAFE 8
#include <assert.h>
int main(void) {
    unsigned one = 1;
    unsigned char c = 0x81;
    assert(one << 31 == 2147483648u);
    assert((one << 31) >> 31 == 1);
    assert(c << 1 == 2);
    assert((unsigned char)(c << 1) == 2);
    assert(c >> 7 == 1);
    assert(-1 >> 31 == -1);
    assert((unsigned)-1 >> 31 == 1);
    assert(1ull << 63 == 9223372036854775808ull);
    assert(1 << 4ll == 16 && sizeof(1 << 4ll) == 4);
    return 0;
}
