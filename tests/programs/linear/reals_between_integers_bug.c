// verdict: UNSAFE 11
// options: --engine linear --numbers real
// unchecked: compiled C has machine numbers
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

/* Between 0 and 1 there is no integer, but there are real numbers. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x / 3;
    assert(!(0 < x && x < 1 && 5 * y == 1 - x));
    return 0;
}
