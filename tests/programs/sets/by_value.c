// verdict: SAFE
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
static Set both(Set set, int x, int y) {
    set = SetAdd(set, x);
    return SetAdd(set, y);
}
static int count(Set set, int from, int to) {
    if (from > to)
        return 0;
    int here = SetInTest(set, from);
    set = SetDel(set, from);
    return here + count(set, from + 1, to);
}
static Set evens(int most) {
    Set set = SetEmpty();
    for (int i = 0; i <= most; i += 2)
        set = SetAdd(set, i);
    return set;
}
int main(void) {
    Set s = SetEmpty();
    Set t = both(both(s, 1, 2), 3, 1);
    assert(!SetNotEmptyTest(s) && count(t, 0, 10) == 3 && SetInTest(t, 3));
    assert(count(evens(20), 0, 100) == 11 && count(SetDel(evens(6), 4), -5, 5) == 2);
    /* Arguments that call the same function. */
    Set v = both(both(s, 5, 6), count(both(s, 7, 8), 0, 9), count(both(both(s, 1, 2), 3, 4), 0, 9));
    assert(count(v, 0, 9) == 4 && SetInTest(v, 2) && SetInTest(v, 4) && SetInTest(v, 5));
    Set u = count(t, 0, 10) == 3 ? evens(2) : s;
    assert(count(u, 0, 9) == 2);
    return 0;
}
