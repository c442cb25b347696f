/* Powers of two by squaring and by doubling agree. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "power_by_squaring.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

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

unsigned int power(unsigned int base, unsigned int exponent) {
    if (exponent == 0) {
        return 1;
    }
    unsigned int half = power(base, exponent / 2);
    if (exponent % 2 == 0) {
        return half * half;
    }
    return half * half * base;
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n <= 31);
    unsigned int p = 1;
    for (unsigned int i = 0; i < n; i++) {
        p *= 2;
    }
    __VERIFIER_assert(power(2, n) == p);
    return 0;
}
