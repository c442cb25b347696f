// verdict: UNKNOWN
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int a, b;
int main(void) {
    Set s = SetAdd(SetEmpty(), &a);
    assert(!SetInTest(s, &b));
    return 0;
}
