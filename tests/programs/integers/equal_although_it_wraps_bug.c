// verdict: UNSAFE 17
// inputs: 600
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
/* For large n the numbers wrap around; a byte wraps before. */
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    unsigned char y = 0;
    if (n > 1000)
        return 0;
    while (x < n) {
        x++;
        y += 3;
    }
    if (n > 500)
        assert(y == 3 * n);
    return 0;
}
