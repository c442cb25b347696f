/* No multiple of three is seven, if the product is taken in 64 bits. The mistake: the product is
   taken in 32 bits and wraps. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "multiple_of_three_bug.c", 0, "reach_error"); }
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
    unsigned int product = 3u * x;
    __VERIFIER_assert(product != 7);
    return 0;
}
