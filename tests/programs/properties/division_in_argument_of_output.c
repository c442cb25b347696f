// verdict: UNSAFE 7
// options: --property div-by-zero
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int people = __VERIFIER_nondet_int() & 3;
    printf("%d pieces each\n", 12 / people);
    return 0;
}
