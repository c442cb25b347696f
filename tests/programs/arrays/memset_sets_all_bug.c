// verdict: UNSAFE 15
// options: --engine arrays --quiet
// inputs: 39
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int a[40];
int main(void)
{
    for (int i = 0; i < 40; i++)
        a[i] = 1;
    memset(a, 0, sizeof a - 4);
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 40)
        assert(a[k] == 0);
    return 0;
}
