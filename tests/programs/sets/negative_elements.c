// verdict: SAFE
// unchecked: sets have no implementation in C
#include <assert.h>
#include <limits.h>
#include "heureka_sets.h"
int main(void) {
    signed char minus_one = -1;
    long least = LONG_MIN;
    unsigned char large = 255;
    Set s = SetAdd(SetAdd(SetEmpty(), -1), LONG_MIN);
    assert(SetInTest(s, minus_one) && SetInTest(s, least) && SetInTest(s, -1LL));
    /* Elements are numbers: 255 is not -1, whatever their bytes look like. */
    assert(!SetInTest(s, large) && !SetInTest(s, 1) && !SetInTest(s, 0));
    s = SetDel(s, minus_one);
    assert(SetNotEmptyTest(s) && !SetInTest(s, -1));
    s = SetDel(s, least);
    assert(!SetNotEmptyTest(s));
    return 0;
}
