/* A word is a power of two when it is not zero and has no bit in common with its predecessor. The
   mistake: zero is not excluded. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "power_of_two_test_bug.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    int claimed = (x & (x - 1)) == 0;
    int found = 0;
    for (int i = 0; i < 32; i++) {
        if (x == 1u << i) {
            found = 1;
        }
    }
    __VERIFIER_assert(claimed == found);
    return 0;
}
