/* Only the lower triangle of a matrix with input size is written; above the diagonal everything
   stays zero. The mistake: rows are written up to and including the cell right of the diagonal,
   while there is one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "lower_triangle_bug.c", 0, "reach_error"); }
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

#define MOST 100

int m[MOST][MOST];

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= MOST);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i + 1 && j < n; j++) {
            m[i][j] = i + 1;
        }
    }
    int r = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    assume_abort_if_not(r >= 0 && r < n && c >= 0 && c < n);
    if (c > r) {
        __VERIFIER_assert(m[r][c] == 0);
    } else {
        __VERIFIER_assert(m[r][c] == r + 1);
    }
    return 0;
}
