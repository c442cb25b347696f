// verdict: SAFE
// options: --engine bmc --unwind 1
/* A global grows by n, n - 1 and so on. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int total;

void add(int n)
{
    if (n > 0) {
        total = total + n;
        add(n - 1);
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 1000);
    total = 5;
    add(n);
    assert(2 * (total - 5) == n * (n + 1));
    return 0;
}
