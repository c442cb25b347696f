// verdict: UNSAFE 13
// options: --engine linear --quiet --numbers integer
// unchecked: compiled C has machine numbers
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    y = x;
    while (x > 0) {
        x = x - 1;
    }
    assert(x <= 0 && x == 0);
    return 0;
}
