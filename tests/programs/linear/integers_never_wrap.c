// verdict: SAFE
// options: --engine linear --numbers integer
// unchecked: compiled C has machine numbers
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    int x = __VERIFIER_nondet_int();
    assert(u + 1 > u);
    assert(x + x == 2 * x);
    return 0;
}
