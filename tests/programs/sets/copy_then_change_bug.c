// verdict: UNSAFE 9
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int main(void) {
    Set first = SetAdd(SetAdd(SetEmpty(), 7), 8), second;
    second = SetDel(first, 7);
    first = SetAdd(first, 9);
    assert(SetInTest(second, 9));
    return 0;
}
