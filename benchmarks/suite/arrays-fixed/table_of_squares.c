/* A table of squares is built by adding odd numbers only. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "table_of_squares.c", 0, "reach_error"); }
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

#define SIZE 300

int main(void) {
    int square[SIZE];
    square[0] = 0;
    int odd = 1;
    for (int i = 1; i < SIZE; i++) {
        square[i] = square[i - 1] + odd;
        odd += 2;
    }
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(k >= 0 && k < SIZE);
    __VERIFIER_assert(square[k] == k * k);
    return 0;
}
