// verdict: UNSAFE 10
// options: --engine linear --quiet
// inputs: 3
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar();
    if (-2 * x + 7 <= x)
        assert(x != 3);
    return 0;
}
