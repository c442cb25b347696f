// verdict: SAFE
// options: --engine bmc --property unreach --property bounds
// unchecked: allocation never fails here
// A block of more bytes than an offset can count is large, and not of negative length.
#include <assert.h>
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    char *bytes = malloc(size);
    if (size > 10) {
        bytes[10] = 1;
        assert(bytes[10] == 1);
    }
    char *zeros = calloc((size_t)-1, 1);
    assert(zeros[7] == 0);
    return 0;
}
