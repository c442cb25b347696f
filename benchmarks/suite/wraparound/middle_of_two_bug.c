/* The middle of two unsigned numbers, without a sum that wraps. The mistake: the sum of both is
   halved, which wraps for large numbers. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "middle_of_two_bug.c", 0, "reach_error"); }
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
    unsigned int low = __VERIFIER_nondet_uint();
    unsigned int high = __VERIFIER_nondet_uint();
    assume_abort_if_not(low <= high);
    unsigned int middle = (low + high) / 2;
    __VERIFIER_assert(low <= middle);
    __VERIFIER_assert(middle <= high);
    return 0;
}
