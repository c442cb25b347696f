// verdict: UNKNOWN
// gcc computes with 40 bits also after other operators, clang with 64.
#include <assert.h>

struct wide {
    unsigned long number : 40;
};

int main(void) {
    struct wide wide = {0};
    wide.number = 0xffffffffff;
    assert((wide.number & wide.number) == 0xffffffffff);
    wide.number /= 2;
    assert(wide.number == 0x7fffffffff);
    wide.number = 0xffffffffff;
    assert((wide.number | 1) + 1 == 0);
    return 0;
}
