// verdict: UNSAFE 13
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(-1000 <= x && x <= 1000);
    int q = x / 7, r = x % 7;
    assert(x == 7 * q + r);
    assert(r < 7 && r > -7 && (x < 0 || r >= 0) && (x > 0 || r <= 0));
    assert(x / -7 == q);
    return 0;
}
