// verdict: UNSAFE 13
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int twice(int x) { return x + x; }
int four(int x) { return twice(twice(x)); }
int sixteen(int x) { return four(four(x)); }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(-1000 <= x && x <= 1000);
    assert(sixteen(x) - sixteen(x - 1) == 15);
    return 0;
}
