/* Cells of a grid are raised by input and stop at 255. The mistake: the limit is tested before the
   step is added. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "saturating_grid_bug.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

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

#define ROWS 16
#define COLUMNS 16

unsigned int grid[ROWS][COLUMNS];

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        unsigned int r = __VERIFIER_nondet_uint();
        unsigned int c = __VERIFIER_nondet_uint();
        unsigned int step = __VERIFIER_nondet_uint();
        assume_abort_if_not(r < ROWS && c < COLUMNS && step <= 100);
        if (grid[r][c] > 255) {
            grid[r][c] = 255;
        }
        grid[r][c] += step;
    }
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++) {
            __VERIFIER_assert(grid[r][c] <= 255);
        }
    }
    return 0;
}
