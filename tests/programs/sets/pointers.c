// verdict: SAFE
// unchecked: sets have no implementation in C
#include <assert.h>
#include <stdlib.h>
#include "heureka_sets.h"
static Set blocks;
static void *allocate(unsigned long size) {
    void *block = malloc(size);
    blocks = SetAdd(blocks, block);
    return block;
}
static void release(void *block) {
    assert(SetInTest(blocks, block));
    blocks = SetDel(blocks, block);
    free(block);
}
int main(void) {
    int x, y, a[4], *p = &x;
    Set s = SetAdd(SetAdd(SetEmpty(), p), &a[2]);
    assert(SetInTest(s, &x) && !SetInTest(s, &y) && !SetInTest(s, (char *)0) && !SetInTest(s, 0));
    assert(SetInTest(s, a + 2) && !SetInTest(s, a) && !SetInTest(s, &a[3]));
    p = 0;
    s = SetAdd(s, p);
    assert(SetInTest(s, 0) && SetInTest(s, (int *)0));
    int *list[3] = {0};
    for (int i = 0; i < 3; i++)
        list[i] = allocate(sizeof(int));
    for (int i = 2; i >= 0; i--)
        release(list[i]);
    assert(!SetNotEmptyTest(blocks));
    return 0;
}
