/* A buffer on the heap doubles when it is full; what was written before is still there. The
   mistake: the copy to the new block ends one cell early. */
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "growing_buffer_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int capacity = 2;
    int used = 0;
    int *a = malloc(2 * sizeof(int));
    a[0] = 0;
    a[1] = 0;
    while (__VERIFIER_nondet_bool() && used < 500) {
        if (used == capacity) {
            int *b = calloc((unsigned long)capacity * 2, sizeof(int));
            for (int i = 0; i + 1 < used; i++) {
                b[i] = a[i];
            }
            free(a);
            a = b;
            capacity *= 2;
        }
        a[used] = used + 1;
        used++;
    }
    for (int i = 0; i < used; i++) {
        __VERIFIER_assert(a[i] == i + 1);
    }
    free(a);
    return 0;
}
