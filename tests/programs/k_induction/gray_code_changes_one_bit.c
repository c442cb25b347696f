// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned i = 0, code = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned last = code;
        i++;
        code = i ^ (i >> 1);
        unsigned change = code ^ last;
        assert(change != 0 && (change & (change - 1)) == 0);
    }
    return 0;
}
