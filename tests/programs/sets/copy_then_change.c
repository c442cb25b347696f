// verdict: SAFE
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
Set global;
int main(void) {
    Set first = SetAdd(SetEmpty(), 1), second = first;
    second = SetAdd(second, 2);
    assert(SetInTest(second, 1) && SetInTest(second, 2));
    assert(SetInTest(first, 1) && !SetInTest(first, 2));
    global = SetDel(second, 1);
    first = SetEmpty();
    assert(!SetNotEmptyTest(first) && SetNotEmptyTest(second) && SetNotEmptyTest(global));
    assert(!SetInTest(global, 1) && SetInTest(global, 2) && SetInTest(second, 1));
    return 0;
}
