// verdict: UNSAFE 8
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int main(void) {
    Set s = SetAdd(SetEmpty(), -1);
    s = SetAdd(s, -2);
    assert(!SetInTest(s, -1));
    return 0;
}
