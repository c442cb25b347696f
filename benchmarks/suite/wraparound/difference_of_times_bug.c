/* The difference of two readings of a clock that wraps is right as long as less than one round lies
   between. The mistake: the readings are kept in 16 bits, but the difference is taken in int. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "difference_of_times_bug.c", 0, "reach_error"); }
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
    unsigned int start = __VERIFIER_nondet_uint();
    unsigned int passed = __VERIFIER_nondet_uint();
    assume_abort_if_not(passed <= 1000);
    unsigned short first = (unsigned short)start;
    unsigned short end = (unsigned short)(start + passed);
    int difference = end - first;
    __VERIFIER_assert(difference <= 1000);
    __VERIFIER_assert(difference == passed);
    return 0;
}
