// verdict: UNSAFE 11
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
static Set both(Set set, int x, int y) {
    return SetAdd(SetAdd(set, x), y);
}
int main(void) {
    Set s = SetAdd(SetEmpty(), 4);
    Set t = both(both(s, 1, 2), 3, 1);
    assert(SetInTest(SetDel(t, 4), 4));
    return 0;
}
