// verdict: UNSAFE 15
// options: --engine linear --quiet
// simulate: unknown
// inputs: 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int a[4], i;
    for (i = 0; i < 4; i = i + 1)
        a[i] = 2 * i;
    i = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= i && i < 4);
    assert(a[i] < 6);
    return 0;
}
