// verdict: UNSAFE 14
// options: --engine arrays --quiet
// inputs: 999999
// unchecked: takes too long as compiled C
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static char a[1000000];
int main(void)
{
    for (int i = 0; i < 999999; i++)
        a[i] = 1;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 1000000)
        assert(a[k] == 1);
    return 0;
}
