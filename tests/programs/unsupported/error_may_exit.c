// verdict: UNKNOWN
#include <assert.h>
#include <error.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        error(1, 0, "negative: %d", x);
    assert(x >= 0);
    return 0;
}
