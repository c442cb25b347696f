/* Neighbours in the binary-reflected Gray code differ in exactly one bit. The mistake: the code is
   made with a shift by two. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "gray_code_steps_bug.c", 0, "reach_error"); }
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
    assume_abort_if_not(n < 65535);
    unsigned int g = n ^ (n >> 2);
    unsigned int h = (n + 1) ^ ((n + 1) >> 2);
    unsigned int d = g ^ h;
    __VERIFIER_assert(d != 0);
    __VERIFIER_assert((d & (d - 1)) == 0);
    return 0;
}
