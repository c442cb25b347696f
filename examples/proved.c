// Moves stones one by one from a full bowl to an empty one: none is lost, however many there are.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int full, empty;

static void move(void) {
    full--;
    empty++;
}

int main(void) {
    unsigned int stones = __VERIFIER_nondet_uint();
    full = stones;
    while (full > 0)
        move();
    assert(empty == stones);
    return 0;
}
