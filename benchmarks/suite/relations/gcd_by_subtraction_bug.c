/* Two numbers are made smaller in turn until they are equal; a common divisor of both at the start
   divides the result. The mistake: the loop ends already when the two differ by one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "gcd_by_subtraction_bug.c", 0, "reach_error"); }
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
    int p = __VERIFIER_nondet_int();
    int q = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    assume_abort_if_not(p >= 1 && p <= 50 && q >= 1 && q <= 50 && d >= 1 && d <= 50);
    int a = p * d;
    int b = q * d;
    while (a - b > 1 || b - a > 1) {
        if (a > b) {
            a -= b;
        } else {
            b -= a;
        }
    }
    __VERIFIER_assert(a >= 1);
    __VERIFIER_assert(a % d == 0);
    __VERIFIER_assert(p * d % a == 0);
    return 0;
}
