// verdict: SAFE
// options: --engine arrays
// unchecked: sets have no implementation in C
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <heureka_sets.h>

Set allocated;
int main(void) {
    int r[1000];
    int n = __VERIFIER_nondet_int();
    int base = __VERIFIER_nondet_int();
    if (n > 1000 || base < 1 || base > 5000)
        return 0;
    for (int i = 0; i < n; i++) {
        r[i] = base + i;
        if (SetInTest(allocated, r[i]))
            reach_error();
        allocated = SetAdd(allocated, r[i]);
    }
    for (int i = 0; i < n; i++) {
        if (!SetInTest(allocated, r[i]))
            reach_error();
        allocated = SetDel(allocated, r[i]);
    }
    if (SetNotEmptyTest(allocated))
        reach_error();
    return 0;
}
