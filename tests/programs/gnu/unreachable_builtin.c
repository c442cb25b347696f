// verdict: SAFE
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
static int third(unsigned x) {
    switch (x % 3) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    }
    __builtin_unreachable();
}
int main(void) {
    assert(third(__VERIFIER_nondet_uint()) >= 10);
    return 0;
}
