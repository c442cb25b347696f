/* Two blocks whose second is only allocated when the input asks for it. The mistake: when the input
   changes its mind, the second block is lost. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *first = malloc(sizeof(int));
    int *second = 0;
    *first = __VERIFIER_nondet_int();
    if (*first > 0) {
        second = malloc(4 * sizeof(int));
        second[3] = *first;
        *first = second[3] - 1;
    }
    if (*first > 0) {
        free(second);
        second = 0;
    }
    free(first);
    return 0;
}
