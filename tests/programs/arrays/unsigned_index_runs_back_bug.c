// verdict: UNSAFE 21
// options: --engine arrays
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

// What a proof computes with indices that have no sign must not wrap around where the program does not.
int a[1000], b[1000];

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 1 || n > 999)
        return 0;
    for (unsigned long i = 0; i <= n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (unsigned long i = 0; i < n; i++)
        b[i] = a[n - i - 1];
    for (unsigned long i = 0; i < n; i++)
        assert(b[n - 1 - i] == a[i + 1]);
    return 0;
}
