/* The inner counter starts again in each round and is back at its bound after it. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "inner_restarts.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

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
    unsigned int rounds = __VERIFIER_nondet_uint();
    unsigned int width = __VERIFIER_nondet_uint();
    assume_abort_if_not(rounds <= 60000 && width <= 60000);
    unsigned int i = 0;
    unsigned int j = width;
    while (i < rounds) {
        j = 0;
        while (j < width) {
            j++;
        }
        __VERIFIER_assert(j == width);
        i++;
    }
    __VERIFIER_assert(i == rounds);
    __VERIFIER_assert(j == width);
    return 0;
}
