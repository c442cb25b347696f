// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int first = __VERIFIER_nondet_int();
    int least = first, greatest = first;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        if (x < least)
            least = x;
        if (x > greatest)
            greatest = x;
        assert(least <= x && x <= greatest);
    }
    assert(least <= first && first <= greatest);
    return 0;
}
