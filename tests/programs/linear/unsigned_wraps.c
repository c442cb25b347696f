// verdict: SAFE
// options: --engine linear
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    assert(u + 1 > u || u == 4294967295u);
    return 0;
}
