// verdict: SAFE
// options: --engine bmc
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
/* For large n the numbers wrap around, and are still equal. */
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0, below = 0;
    while (x < n) {
        x++;
        y += 3;
        below -= 2;
    }
    assert(y == 3 * n && below + n + x == 0);
    return 0;
}
