/* Halve even numbers, triple odd ones and add one: from any number up to 26 one gets to 1 in at
   most 23 steps. The mistake: 27 is let in, which takes more than a hundred. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "halves_and_triples_bug.c", 0, "reach_error"); }
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

int steps(unsigned int n, int depth) {
    if (n <= 1 || depth >= 200) {
        return depth;
    }
    if (n % 2 == 0) {
        return steps(n / 2, depth + 1);
    }
    return steps(3 * n + 1, depth + 1);
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n >= 1 && n <= 27);
    __VERIFIER_assert(steps(n, 0) <= 23);
    return 0;
}
