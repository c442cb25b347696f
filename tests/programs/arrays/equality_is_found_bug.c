// verdict: UNSAFE 21
// options: --engine arrays --quiet
// inputs: 1, 6, 5
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[300], b[300];
int main(void)
{
    int n = __VERIFIER_nondet_int(), equal = 1;
    if (n < 0 || n > 300)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < n; i++)
        if (a[i] < b[i])
            equal = 0;
    if (equal)
        for (int i = 0; i < n; i++)
            assert(a[i] == b[i]);
    return 0;
}
