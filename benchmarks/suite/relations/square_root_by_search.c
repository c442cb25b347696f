/* The integer square root by halving: its square does not exceed the number, the next one's does. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "square_root_by_search.c", 0, "reach_error"); }
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

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 0 && x <= 40000);
    int low = 0;
    int high = 201;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (middle * middle <= x) {
            low = middle;
        } else {
            high = middle;
        }
    }
    __VERIFIER_assert(low * low <= x);
    __VERIFIER_assert((low + 1) * (low + 1) > x);
    return 0;
}
