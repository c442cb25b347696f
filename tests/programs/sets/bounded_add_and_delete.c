// verdict: SAFE
// options: --engine bmc
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    Set s = SetAdd(SetAdd(SetEmpty(), x), y), t = s;
    t = SetDel(t, z);
    assert(SetInTest(s, x) && SetInTest(s, y) && SetNotEmptyTest(s));
    assert(!SetInTest(t, z));
    if (x != y)
        assert(SetNotEmptyTest(t));
    if (!SetNotEmptyTest(t))
        assert(x == z && y == z);
    return 0;
}
