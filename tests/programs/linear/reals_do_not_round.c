// verdict: SAFE
// options: --engine linear --numbers real
// unchecked: compiled C has machine numbers
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int half(int x) { return x / 2; }

/* Over the integers this fails for every odd number. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(half(x) + half(x) == x);
    return 0;
}
