// verdict: UNSAFE 13
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[50], b[50];
int main(void)
{
    for (int i = 0; i < 50; i++)
        a[i] = b[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 49; i++)
        a[i] = a[i + 1];
    for (int i = 0; i < 49; i++)
        assert(a[i] == b[i]);
    return 0;
}
