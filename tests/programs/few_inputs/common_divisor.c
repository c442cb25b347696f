// verdict: SAFE
/* Euclid by recursion: the result divides both numbers. */
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void check(int right) {
    if (!right) {
        __assert_fail("right", "common_divisor.c", 0, "check");
    }
}

int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a < 1 || a > 40 || b < 1 || b > 40) {
        abort();
    }
    int found = divisor(a, b);
    check(a % found == 0 && b % found == 0);
    return 0;
}
