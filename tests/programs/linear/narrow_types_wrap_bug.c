// verdict: UNSAFE 12
// options: --engine linear --quiet
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = 200;
    signed char c;
    b = b + a;
    c = b;
    assert(a >= 56 ? b == a - 56 : b == a + 200);
    assert(c == b);
    return 0;
}
