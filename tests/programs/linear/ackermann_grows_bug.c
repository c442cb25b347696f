// verdict: UNSAFE 19
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void)
{
    int m = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= m && m <= 2 && 0 <= n && n <= 3);
    assert(ackermann(m, n) >= n + 2);
    return 0;
}
