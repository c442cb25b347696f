// verdict: UNSAFE 16
// options: --engine bmc
// inputs: 0, 0, 0, 0
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int __VERIFIER_nondet_int(void);
int main(void) {
    Set s = SetEmpty(), t = SetEmpty();
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_int())
            s = SetAdd(s, i);
        else
            t = SetAdd(t, i);
    s = SetDel(s, 4);
    assert(SetNotEmptyTest(s));
    return SetNotEmptyTest(t);
}
