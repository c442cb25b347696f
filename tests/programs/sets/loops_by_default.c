// verdict: SAFE
// options: --engine auto
// unchecked: sets have no implementation in C
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <heureka_sets.h>

Set allocated;
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        if (SetInTest(allocated, i))
            reach_error();
        allocated = SetAdd(allocated, i);
    }
    for (int i = 0; i < n; i++) {
        if (!SetInTest(allocated, i))
            reach_error();
        allocated = SetDel(allocated, i);
    }
    if (SetNotEmptyTest(allocated))
        reach_error();
    return 0;
}
