// verdict: UNSAFE 12
// options: --engine linear --quiet --numbers integer
// unchecked: compiled C has machine numbers
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    int x = __VERIFIER_nondet_int();
    assert(u + 1 > u);
    assert(x + x != 4294967296LL);
    return 0;
}
