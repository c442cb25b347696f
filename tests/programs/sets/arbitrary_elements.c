// verdict: UNSAFE 11
// inputs: 5, 5
// unchecked: sets have no implementation in C
#include <assert.h>
#include "heureka_sets.h"
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    Set s = SetDel(SetAdd(SetEmpty(), x), y);
    /* Empty where they are equal. */
    assert(SetNotEmptyTest(s));
    return 0;
}
