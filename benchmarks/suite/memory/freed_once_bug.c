/* A block is freed at the end of a loop that may leave early; every way frees it once. The mistake:
   the end looks at the pointer, which the early way has not reset. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(10 * sizeof(int));
    int done = 0;
    for (int i = 0; i < 10 && !done; i++) {
        p[i] = __VERIFIER_nondet_int();
        if (p[i] == 7) {
            done = 1;
            free(p);
        }
    }
    if (p != 0) {
        free(p);
    }
    return 0;
}
