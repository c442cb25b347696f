// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char level = 0;
    while (__VERIFIER_nondet_uint() != 0) {
        unsigned char more = (unsigned char)__VERIFIER_nondet_uint();
        level = (level + more > 200) ? 200 : level + more;
        assert(level <= 200);
    }
    return 0;
}
