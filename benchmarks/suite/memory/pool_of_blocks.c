/* Up to four blocks in a table, allocated and freed by input; at the end all are freed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

#define PLACES 4

int main(void) {
    int *place[PLACES] = {0, 0, 0, 0};
    for (int round = 0; round < 8; round++) {
        int k = __VERIFIER_nondet_int();
        assume_abort_if_not(k >= 0 && k < PLACES);
        if (place[k] == 0) {
            place[k] = malloc(sizeof(int));
            *place[k] = round;
        } else {
            free(place[k]);
            place[k] = 0;
        }
    }
    for (int k = 0; k < PLACES; k++) {
        free(place[k]);
    }
    return 0;
}
