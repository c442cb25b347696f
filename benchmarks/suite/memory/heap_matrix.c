/* A triangular matrix as blocks of growing length. */
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "heap_matrix.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define ROWS 12

int main(void) {
    int *row[ROWS];
    for (int i = 0; i < ROWS; i++) {
        row[i] = malloc((unsigned long)(i + 1) * sizeof(int));
        for (int j = 0; j <= i; j++) {
            row[i][j] = i - j;
        }
    }
    int r = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    assume_abort_if_not(r >= 0 && r < ROWS && c >= 0 && c <= r);
    __VERIFIER_assert(row[r][c] == r - c);
    for (int i = 0; i < ROWS; i++) {
        free(row[i]);
    }
    return 0;
}
