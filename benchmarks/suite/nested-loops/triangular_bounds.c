/* Three loops inside each other with bounds that depend on the outer ones. The mistake: the
   innermost counter starts below the middle one when that is odd. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "triangular_bounds.c", 0, "reach_error"); }
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
    assume_abort_if_not(n >= 1 && n <= 100);
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            for (int k = (j / 2) * 2; k < n; k++) {
                __VERIFIER_assert(i <= j);
                __VERIFIER_assert(i <= k);
                __VERIFIER_assert(k - i < n);
            }
        }
    }
    return 0;
}
