// verdict: SAFE
// unchecked: the bytes lie as on x86
#include <assert.h>
union word { unsigned u; unsigned char bytes[4]; struct { unsigned short low, high; } half; };
int main(void) {
    union word w;
    w.u = 0x01020304;
    assert(w.bytes[0] == 4 && w.bytes[3] == 1);
    assert(w.half.low == 0x0304 && w.half.high == 0x0102);
    w.bytes[1] = 0xff;
    assert(w.u == 0x0102ff04);
    w.half.high = 0;
    assert(w.u == 0xff04);
    return 0;
}
