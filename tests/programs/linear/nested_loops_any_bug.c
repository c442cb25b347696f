// verdict: UNSAFE 15
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i, j = 0, last = 0;
    __VERIFIER_assume(1 <= n && n <= 1000);
    for (i = 0; i < n; i = i + 1) {
        for (j = 0; j < 5; j = j + 1)
            ;
        last = i + j;
    }
    assert(last == n + 5);
    return 0;
}
