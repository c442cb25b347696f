// A region is allocated and freed in each round; the set of allocated regions is empty at the head of the loop.
#include <assert.h>
#include <heureka_sets.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    Set allocated = SetEmpty();

    while (__VERIFIER_nondet_int()) {
        int region = __VERIFIER_nondet_int();
        assert(!SetNotEmptyTest(allocated));
        allocated = SetAdd(allocated, region);
        assert(SetInTest(allocated, region));
        allocated = SetDel(allocated, region);
    }
    assert(!SetNotEmptyTest(allocated));
    return 0;
}
