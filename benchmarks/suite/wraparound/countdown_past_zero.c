/* A countdown in unsigned arithmetic that stops at zero. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "countdown_past_zero.c", 0, "reach_error"); }
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

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n <= 100000);
    unsigned int left = n;
    while (left != 0) {
        unsigned int step = 1;
        if (__VERIFIER_nondet_bool() && left > 1) {
            step = 2;
        }
        left -= step;
        __VERIFIER_assert(left < n);
    }
    return 0;
}
