/* The words are mixed by shifts and a product before they are used, and one result serves as a
   marker. The mistake: mixing only permutes the words, so that one of them becomes the marker. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "mixed_word.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

unsigned int mix(unsigned int x) {
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    return x;
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int mixed = mix(x);
    __VERIFIER_assert(mixed != 0xcafef00du);
    return 0;
}
