// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), up = 0, down;
    if (n < 0)
        return 0;
    while (up < n)
        up++;
    down = up;
    while (down > 0)
        down--;
    assert(up == n && down == 0);
    return 0;
}
