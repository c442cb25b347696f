/* The position of the highest bit by halving the range, checked by shifting. The mistake: the last
   comparison is missing an equality. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "highest_bit_bug.c", 0, "reach_error"); }
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
    unsigned int x = __VERIFIER_nondet_uint();
    assume_abort_if_not(x != 0);
    unsigned int rest = x;
    int position = 0;
    if (rest >= 65536u) {
        rest >>= 16;
        position += 16;
    }
    if (rest >= 256u) {
        rest >>= 8;
        position += 8;
    }
    if (rest > 16u) {
        rest >>= 4;
        position += 4;
    }
    if (rest >= 4u) {
        rest >>= 2;
        position += 2;
    }
    if (rest >= 2u) {
        position += 1;
    }
    __VERIFIER_assert(x >> position == 1);
    return 0;
}
