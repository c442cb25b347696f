// verdict: UNSAFE 8
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    assert(b == 0 || b == 1);
    assert(b == (x & 1));
    b = 256;
    assert(b == 1);
    b += 5;
    assert(b == 1);
    b = !b;
    assert(b == 0);
    return 0;
}
