/* Products of non-negative numbers grow with their factors. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "product_is_monotone.c", 0, "reach_error"); }
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
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    assume_abort_if_not(a >= 0 && a <= b && b <= 10000);
    assume_abort_if_not(c >= 0 && c <= 10000);
    int low = 0;
    int high = 0;
    for (int i = 0; i < c; i++) {
        low += a;
        high += b;
        __VERIFIER_assert(low <= high);
    }
    __VERIFIER_assert(low <= high);
    return 0;
}
