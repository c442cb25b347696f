// verdict: UNSAFE 13
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1001], b[1000];
int main(void)
{
    for (int i = 0; i <= 1000; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++)
        b[i] = a[i];
    for (int i = 0; i < 1000; i++)
        assert(b[i] == a[i + 1]);
    return 0;
}
