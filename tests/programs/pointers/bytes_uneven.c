// verdict: UNKNOWN
// A pointer to a short that lies across two shorts, not the one in front of it.
#include <assert.h>

int main(void) {
    int number = 0x01020304;
    short *middle = (short *)((char *)&number + 1);
    *middle = 0x0A0B;
    assert(number == 0x010A0B04);
    return 0;
}
