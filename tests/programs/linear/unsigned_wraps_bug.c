// verdict: UNSAFE 9
// options: --engine linear --quiet
// inputs: 4294967295
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    assert(u + 1 > u);
    return 0;
}
