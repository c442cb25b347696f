/* The sum of 0 to n by recursion is n(n+1)/2. The mistake: the recursion ends at one and forgets to
   count it. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sum_down_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

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

int sum(int n) {
    if (n <= 1) {
        return 0;
    }
    return n + sum(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 1000);
    __VERIFIER_assert(2 * sum(n) == n * (n + 1));
    return 0;
}
