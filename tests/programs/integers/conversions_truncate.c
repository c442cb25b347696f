// verdict: SAFE
#include <assert.h>
int main(void) {
    int big = 0x12345678;
    short s = big;
    signed char c = big;
    unsigned char u = -1;
    long long all = 0x1122334455667788ll;
    int low = all;
    assert(s == 0x5678);
    assert(c == 0x78);
    assert(u == 255);
    assert(low == 0x55667788);
    assert((short)0x18000 == -32768);
    return 0;
}
