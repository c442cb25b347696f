/* A matrix kept as a flat array, written by two indices and read by one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "flat_and_square.c", 0, "reach_error"); }
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

#define SIZE 40

int main(void) {
    int flat[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            flat[i * SIZE + j] = i;
        }
    }
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(k >= 0 && k < SIZE * SIZE);
    __VERIFIER_assert(flat[k] == k / SIZE);
    return 0;
}
