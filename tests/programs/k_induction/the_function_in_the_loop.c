// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

int main(void)
{
    int here = 0, travelled = 0;
    while (__VERIFIER_nondet_int() && travelled < 1000000) {
        int there = __VERIFIER_nondet_int();
        if (there < -100 || there > 100)
            continue;
        travelled += distance(here, there);
        here = there;
        assert(travelled >= 0 && -100 <= here && here <= 100);
    }
    return 0;
}
