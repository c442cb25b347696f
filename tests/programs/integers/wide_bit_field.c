// verdict: UNKNOWN
// gcc computes with 40 bits, clang with 64.
#include <assert.h>

struct wide {
    unsigned long number : 40;
};

int main(void) {
    struct wide wide = {0};
    wide.number = 0xffffffffff;
    assert(wide.number == 0xffffffffff);
    assert(wide.number > 7);
    wide.number = (unsigned long)wide.number << 4;
    assert(wide.number == 0xfffffffff0);
    assert(wide.number << 4 == 0xfffffffff00);
    return 0;
}
