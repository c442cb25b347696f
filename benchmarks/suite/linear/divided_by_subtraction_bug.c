/* Division by repeated subtraction: quotient and remainder fit together. The mistake: the first
   subtraction is made without a test. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "divided_by_subtraction_bug.c", 0, "reach_error"); }
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
    int y = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 0 && x <= 10000);
    assume_abort_if_not(y >= 1 && y <= 100);
    int quotient = 0;
    int rest = x;
    do {
        rest -= y;
        quotient++;
    } while (rest >= y);
    __VERIFIER_assert(rest >= 0);
    __VERIFIER_assert(rest < y);
    __VERIFIER_assert(quotient * y + rest == x);
    return 0;
}
