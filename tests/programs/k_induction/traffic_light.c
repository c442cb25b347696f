// verdict: SAFE
// options: --engine bmc --unwind 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int red = 1, yellow = 0, green = 0;
    while (__VERIFIER_nondet_int()) {
        if (red && !yellow) {
            yellow = 1;
        } else if (red) {
            red = 0;
            yellow = 0;
            green = 1;
        } else if (green) {
            green = 0;
            yellow = 1;
        } else {
            yellow = 0;
            red = 1;
        }
        assert(!(red && green));
    }
    return 0;
}
