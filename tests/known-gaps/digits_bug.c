// verdict: UNSAFE 17
// options: --engine linear --timeout 3
// inputs: 99999
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
/* The sum of the digits has the same remainder by 9 as the number. */
int main(void)
{
    int n = __VERIFIER_nondet_int(), rest, sum = 0;
    __VERIFIER_assume(0 <= n && n <= 99999);
    rest = n;
    while (rest > 0) {
        sum = sum + rest % 10;
        rest = rest / 10;
    }
    assert(sum % 9 == n % 9 && sum < 45);
    return 0;
}
