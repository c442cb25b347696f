/* The identity matrix: all cells are cleared, then the diagonal is set; a cell is one exactly on
   the diagonal. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "identity_matrix.c", 0, "reach_error"); }
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

#define SIZE 50

int main(void) {
    int m[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            m[i][j] = 0;
        }
    }
    for (int i = 0; i < SIZE; i++) {
        m[i][i] = 1;
    }
    int r = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    assume_abort_if_not(r >= 0 && r < SIZE && c >= 0 && c < SIZE);
    __VERIFIER_assert(m[r][c] == (r == c));
    return 0;
}
