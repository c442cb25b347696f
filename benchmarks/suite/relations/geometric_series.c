/* The sum of powers of two below the n-th is one less than the n-th. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "geometric_series.c", 0, "reach_error"); }
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
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 30);
    int power = 1;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum = sum + power;
        power = power * 2;
    }
    __VERIFIER_assert(sum == power - 1);
    return 0;
}
