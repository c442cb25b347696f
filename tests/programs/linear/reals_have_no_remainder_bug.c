// verdict: UNKNOWN
// options: --engine linear --numbers real
// unchecked: compiled C has machine numbers
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

/* The only x is 1/2, and there is no 1/2 % 2. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (2 * x == 1)
        assert(x % 2 == 1);
    return 0;
}
