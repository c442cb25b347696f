/* The smaller of two ints by masks, without a branch. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "minimum_without_branch.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    unsigned int mask = 0u - (unsigned int)(a < b);
    unsigned int m = (unsigned int)b ^ (((unsigned int)a ^ (unsigned int)b) & mask);
    unsigned int wanted = a < b ? (unsigned int)a : (unsigned int)b;
    __VERIFIER_assert(m == wanted);
    return 0;
}
