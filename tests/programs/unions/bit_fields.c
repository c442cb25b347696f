// verdict: SAFE
// unchecked: the bits lie as on x86
#include <assert.h>
union flags { unsigned char all; struct { unsigned char low : 3; unsigned char mid : 2; signed char top : 3; } f; };
int main(void) {
    union flags x;
    x.all = 0;
    x.f.mid = 3;
    assert(x.all == 0x18);
    x.f.top = -1;
    assert(x.all == 0xf8 && x.f.low == 0);
    x.all = 0x25;
    assert(x.f.low == 5 && x.f.mid == 0 && x.f.top == 1);
    return 0;
}
