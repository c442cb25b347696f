/* The parity of a word by folding it five times, and bit by bit. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "parity_by_folding.c", 0, "reach_error"); }
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
    unsigned int f = x;
    f ^= f >> 16;
    f ^= f >> 8;
    f ^= f >> 4;
    f ^= f >> 2;
    f ^= f >> 1;
    unsigned int p = 0;
    for (unsigned int rest = x; rest != 0; rest >>= 1) {
        p ^= rest & 1;
    }
    __VERIFIER_assert((f & 1) == p);
    return 0;
}
