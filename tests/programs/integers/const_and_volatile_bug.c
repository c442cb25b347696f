// verdict: UNSAFE 10
#include <assert.h>
const int limit = 3;
volatile int device = 4;
int main(void) {
    const unsigned char mask = 0x0f;
    register int r = limit;
    volatile int copy = device;
    r = r * copy & mask;
    assert(r != 12);
    return 0;
}
