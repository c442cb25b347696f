// The mean of two readings lies between them. It is computed with floating-point numbers, and the error depends on it.
#include <assert.h>

int __VERIFIER_nondet_int(void);  // any int at all

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (low <= high) {
        double mean = ((double)low + high) / 2.0;
        assert(low <= mean && mean <= high);
    }
}
