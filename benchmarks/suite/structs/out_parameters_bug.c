/* A function returns quotient and remainder through pointers. The mistake: for a negative number
   the remainder is made positive, but the quotient stays. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "out_parameters_bug.c", 0, "reach_error"); }
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

void divide(int x, int by, int *quotient, int *rest) {
    *quotient = x / by;
    *rest = x % by;
    if (*rest < 0) {
        *rest += by;
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int by = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= -10000 && x <= 10000);
    assume_abort_if_not(by >= 1 && by <= 50);
    int q = 0;
    int r = 0;
    divide(x, by, &q, &r);
    __VERIFIER_assert(r >= 0 && r < by);
    __VERIFIER_assert(q * by + r == x);
    return 0;
}
