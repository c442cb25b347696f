// verdict: UNSAFE 19
// options: --engine arrays --quiet
// inputs: 1, 5
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
char a[100], b[100];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 99)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_char();
    a[n] = 0;
    for (int i = 0; i < n; i++)
        b[i] = a[n - i];
    for (int i = 0; i < n; i++)
        assert(b[i] == a[n - 1 - i]);
    return 0;
}
