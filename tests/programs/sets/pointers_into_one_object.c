// verdict: UNKNOWN
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
struct pair { int first, second; } pair;
int main(void) {
    /* A struct and its first field have one address. */
    Set s = SetAdd(SetEmpty(), &pair);
    assert(SetInTest(s, &pair.first));
    return 0;
}
