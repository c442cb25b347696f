// verdict: UNSAFE 23
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int odd(int n);
int even(int n)
{
    if (n == 0)
        return 1;
    return odd(n - 1);
}
int odd(int n)
{
    if (n == 0)
        return 0;
    return even(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 30);
    assert(even(n) == (n % 3 != 1));
    return 0;
}
