// verdict: UNSAFE 16
// options: --engine linear --quiet
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
    assert(f91(0) == 91 && f91(90) == 91 && f91(100) == 91);
    assert(f91(101) == 91);
    assert(f91(150) == 91);
    return 0;
}
