// verdict: UNSAFE 12
// options: --engine linear --quiet
// simulate: unknown
// inputs: 10, 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= 10 && 0 <= y && y <= 10);
    assert(x * y < 100);
    return 0;
}
