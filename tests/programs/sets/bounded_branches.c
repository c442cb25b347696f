// verdict: SAFE
// options: --engine bmc
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int __VERIFIER_nondet_int(void);
static Set pick(Set a, Set b, int which) {
    if (which)
        return a;
    return b;
}
int main(void) {
    Set s = SetEmpty(), t = SetEmpty();
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_int())
            s = SetAdd(s, i);
        else
            t = SetAdd(t, i);
    int which = __VERIFIER_nondet_int();
    Set u = pick(s, t, which);
    assert(SetNotEmptyTest(s) || SetNotEmptyTest(t));
    assert(SetInTest(s, 2) != SetInTest(t, 2));
    if (!SetNotEmptyTest(u))
        assert(SetInTest(which ? t : s, 3));
    return 0;
}
