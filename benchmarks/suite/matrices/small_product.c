/* Products of 2x2 matrices: the determinant of the product is the product of the determinants. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "small_product.c", 0, "reach_error"); }
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

int determinant(int m[2][2]) {
    return m[0][0] * m[1][1] - m[0][1] * m[1][0];
}

int main(void) {
    int a[2][2];
    int b[2][2];
    int c[2][2];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            a[i][j] = __VERIFIER_nondet_int();
            b[i][j] = __VERIFIER_nondet_int();
            assume_abort_if_not(a[i][j] >= -4 && a[i][j] <= 4);
            assume_abort_if_not(b[i][j] >= -4 && b[i][j] <= 4);
        }
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            c[i][j] = 0;
            for (int k = 0; k < 2; k++) {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    __VERIFIER_assert(determinant(c) == determinant(a) * determinant(b));
    return 0;
}
