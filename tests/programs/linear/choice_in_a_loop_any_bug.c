// verdict: UNSAFE 18
// options: --engine linear --quiet
// inputs: 3, 0, 0, 0
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int i, x = 0, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 100000);
    for (i = 0; i < n; i = i + 1) {
        if (__VERIFIER_nondet_bool())
            x = x + 1;
        else
            x = x + 2;
    }
    assert(n <= x && x <= n + 2);
    return 0;
}
