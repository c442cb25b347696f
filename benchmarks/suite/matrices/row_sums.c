/* All rows hold the row number in every cell: the sum of row i is i times the width. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "row_sums.c", 0, "reach_error"); }

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define ROWS 20
#define WIDTH 15

int main(void) {
    int m[ROWS][WIDTH];
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < WIDTH; j++) {
            m[i][j] = i;
        }
    }
    for (int i = 0; i < ROWS; i++) {
        int sum = 0;
        for (int j = 0; j < WIDTH; j++) {
            sum += m[i][j];
        }
        __VERIFIER_assert(sum == WIDTH * i);
    }
    return 0;
}
