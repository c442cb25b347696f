// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
unsigned char a[100];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 250 + i;
    for (int i = 0; i < n; i++)
        assert(a[i] < 256);
    return 0;
}
