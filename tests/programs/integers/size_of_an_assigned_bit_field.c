// verdict: UNKNOWN
// The least type that holds the bits in gcc, the declared type in clang.
#include <assert.h>

struct part {
    unsigned small : 5;
    unsigned whole : 32;
};

int main(void) {
    struct part part = {0};
    assert(sizeof(part.whole = 7) == 4);
    assert(part.whole == 0);
    assert(sizeof(part.small = 7) == 1);
    return 0;
}
