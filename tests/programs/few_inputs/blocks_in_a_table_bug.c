// verdict: UNSAFE 10
// options: --property memory
/* Blocks in a table, allocated and freed by input; at the end one may be left. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define PLACES 3

int main(void) {
    int *place[PLACES] = {0, 0, 0};
    for (int round = 0; round < 5; round++) {
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k >= PLACES) {
            break;
        }
        if (place[k] == 0) {
            place[k] = malloc(sizeof(int));
            *place[k] = round;
        } else {
            free(place[k]);
            place[k] = 0;
        }
    }
    for (int k = 1; k < PLACES; k++) {
        free(place[k]);
    }
    return 0;
}
