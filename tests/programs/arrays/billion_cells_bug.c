// verdict: UNSAFE 15
// options: --engine arrays --quiet
// inputs: 1, 2
// unchecked: four gigabytes are too much for the linker
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int a[1000000000];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 1000000000 || j >= 1000000000 || i == j)
        return 0;
    a[j] = 2;
    a[i] = 1;
    assert(a[j] == 1);
    return 0;
}
