// verdict: UNSAFE 11
// options: --engine bmc --property bounds --quiet
// inputs: 5, 3
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), each = __VERIFIER_nondet_ulong();
    if (n < 5 || each < 3)
        return 0;
    char *a = calloc(n, each);
    a[15] = 1;
    return 0;
}
