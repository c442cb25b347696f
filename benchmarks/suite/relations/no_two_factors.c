/* 10007 is not the product of two numbers over one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "no_two_factors.c", 0, "reach_error"); }
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
    unsigned int p = __VERIFIER_nondet_uint();
    unsigned int q = __VERIFIER_nondet_uint();
    assume_abort_if_not(p > 1 && q > 1 && p <= 10000 && q <= 10000);
    __VERIFIER_assert(p * q != 10007);
    return 0;
}
