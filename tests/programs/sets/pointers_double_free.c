// verdict: UNSAFE 13
// unchecked: sets have no implementation in C
#include <assert.h>
#include <stdlib.h>
#include "heureka_sets.h"
static Set blocks;
static int *allocate(void) {
    int *block = malloc(sizeof(int));
    blocks = SetAdd(blocks, block);
    return block;
}
static void release(int *block) {
    assert(SetInTest(blocks, block));
    blocks = SetDel(blocks, block);
}
int main(void) {
    int *first = allocate(), *second = allocate();
    release(first);
    release(second);
    release(first);
    return 0;
}
