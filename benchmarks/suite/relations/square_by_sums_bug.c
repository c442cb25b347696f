/* The square of n as a sum of odd numbers, for all n. The mistake: the odd numbers are kept in 16
   bits, which are not enough for large n. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "square_by_sums_bug.c", 0, "reach_error"); }
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

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n <= 60000);
    unsigned int square = 0;
    unsigned short odd = 1;
    for (unsigned int i = 0; i < n; i++) {
        square += odd;
        odd += 2;
    }
    __VERIFIER_assert(square == n * n);
    return 0;
}
