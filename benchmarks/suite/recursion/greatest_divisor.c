/* Euclid by recursion: the result divides both numbers. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "greatest_divisor.c", 0, "reach_error"); }
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

int gcd(int a, int b) {
    if (b == 0) {
        return a;
    }
    return gcd(b, a % b);
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    assume_abort_if_not(a >= 1 && a <= 200);
    assume_abort_if_not(b >= 2 && b <= 200);
    int g = gcd(a, b);
    __VERIFIER_assert(g >= 1);
    __VERIFIER_assert(a % g == 0);
    __VERIFIER_assert(b % g == 0);
    return 0;
}
