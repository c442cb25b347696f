// One region stays allocated, under the name that the variable has.
#include <assert.h>
#include <heureka_sets.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int owner = __VERIFIER_nondet_int();
    Set allocated = SetAdd(SetEmpty(), owner);

    while (__VERIFIER_nondet_int()) {
        int next = __VERIFIER_nondet_int();
        if (next != owner) {
            allocated = SetAdd(allocated, next);
            assert(SetInTest(allocated, owner));
            allocated = SetDel(allocated, owner);
            owner = next;
        }
    }
    assert(SetInTest(allocated, owner));
    return 0;
}
