// verdict: UNSAFE 17
// options: --engine linear --quiet
// inputs: 102
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int f91(int n)
{
    if (n > 100)
        return n - 10;
    return f91(f91(n + 11));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 102);
    assert(f91(n) == 91);
    return 0;
}
