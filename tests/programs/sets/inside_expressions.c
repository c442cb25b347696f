// verdict: SAFE
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
static Set seen;
static int visit(int x) {
    int before = SetInTest(seen, x);
    seen = SetAdd(seen, x);
    return before;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += visit(i % 4);
    assert(sum == 6);
    /* Operands are evaluated from left to right, and the elements before the set changes. */
    assert(SetInTest(seen, 9) + visit(9) + SetInTest(seen, 9) == 1);
    Set s = SetAdd(SetEmpty(), 0);
    s = SetAdd(SetAdd(s, 10 + SetInTest(s, 1)), 20 + SetInTest(s, 10));
    assert(SetInTest(s, 10) && SetInTest(s, 20) && !SetInTest(s, 21));
    assert(SetInTest(SetAdd(s, 5), 5) && !SetInTest(s, 5) && !SetNotEmptyTest(SetEmpty()));
    int r = SetNotEmptyTest(s) && (SetInTest(s, 1) || SetInTest(s, 20)) ? 3 : 4;
    assert(r == 3 && !!SetInTest(s, 0) == 1);
    do {
        Set fresh = SetEmpty();
        assert(!SetNotEmptyTest(fresh));
        fresh = SetAdd(fresh, r);
        assert(SetNotEmptyTest(fresh));
    } while (r-- > 0);
    return 0;
}
