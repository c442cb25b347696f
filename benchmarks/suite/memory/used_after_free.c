/* A cache keeps one block; it is replaced by a new one, and the pointer is renewed as well. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *cached = malloc(sizeof(int));
    int key = 0;
    *cached = 0;
    for (int i = 0; i < 5; i++) {
        int wanted = __VERIFIER_nondet_int();
        int *handed = cached;
        if (wanted != key) {
            free(cached);
            cached = malloc(sizeof(int));
            *cached = wanted;
            handed = cached;
            key = wanted;
        }
        int value = *handed;
        if (value != key) {
            key = value;
        }
    }
    free(cached);
    return 0;
}
