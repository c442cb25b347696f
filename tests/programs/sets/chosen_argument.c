// verdict: SAFE
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
static Set pick(Set first, Set second, int which) {
    return which ? first : second;
}
int main(void) {
    Set a = SetAdd(SetEmpty(), 1), b = SetAdd(SetEmpty(), 2);
    Set r = pick(pick(a, b, 1), pick(b, a, 1), 0);
    assert(SetInTest(r, 2) && !SetInTest(r, 1));
    r = pick(SetAdd(r, 3), pick(a, SetAdd(r, 4), 0), 0);
    assert(SetInTest(r, 4) && SetInTest(r, 2) && !SetInTest(r, 3));
    return 0;
}
