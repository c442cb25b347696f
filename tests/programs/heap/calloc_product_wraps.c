// verdict: SAFE
// options: --engine bmc --property bounds --quiet
// unchecked: no machine has so much memory, and calloc never fails here
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), each = __VERIFIER_nondet_ulong();
    if (n < 5 || each < 3)
        return 0;
    char *a = calloc(n, each);
    a[14] = 1;
    return 0;
}
