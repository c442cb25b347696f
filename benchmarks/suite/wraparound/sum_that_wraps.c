/* Unsigned sums wrap: the test for a carry compares the sum with a summand. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sum_that_wraps.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    unsigned int sum = a + b;
    int carry = sum < a;
    unsigned long exact = (unsigned long)a + (unsigned long)b;
    __VERIFIER_assert(carry == (exact > 4294967295ul));
    return 0;
}
