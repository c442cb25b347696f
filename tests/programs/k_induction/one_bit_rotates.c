// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char bit = 1;
    while (__VERIFIER_nondet_int()) {
        bit = (unsigned char)(bit << 1 | bit >> 7);
        assert(bit != 0 && (bit & (bit - 1)) == 0);
    }
    return 0;
}
