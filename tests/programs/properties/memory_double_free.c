// verdict: UNSAFE 10
// options: --property memory
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = __VERIFIER_nondet_int();
    if (p[0] > 0)
        free(p);
    free(p);
    return 0;
}
