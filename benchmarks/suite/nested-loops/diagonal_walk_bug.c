/* A walk over a grid moves right or down by input; after all steps it stands in the last corner.
   The mistake: at the lower edge it moves down when asked to. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "diagonal_walk_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
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

int main(void) {
    int width = __VERIFIER_nondet_int();
    int height = __VERIFIER_nondet_int();
    assume_abort_if_not(width >= 1 && width <= 1000);
    assume_abort_if_not(height >= 1 && height <= 1000);
    int x = 0;
    int y = 0;
    int steps = 0;
    while (x < width || y < height) {
        while (x < width && __VERIFIER_nondet_bool()) {
            x++;
            steps++;
        }
        if (y <= height) {
            y++;
            steps++;
        } else {
            while (x < width) {
                x++;
                steps++;
            }
        }
    }
    __VERIFIER_assert(x == width && y == height);
    __VERIFIER_assert(steps == width + height);
    return 0;
}
