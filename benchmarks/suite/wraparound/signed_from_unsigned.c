/* The absolute value of an int as unsigned exists also for the smallest int. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "signed_from_unsigned.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned int magnitude = x < 0 ? 0u - (unsigned int)x : (unsigned int)x;
    __VERIFIER_assert(magnitude <= 2147483648u);
    if (x >= 0) {
        __VERIFIER_assert(magnitude == (unsigned int)x);
    } else {
        __VERIFIER_assert(magnitude + (unsigned int)x == 0);
    }
    return 0;
}
