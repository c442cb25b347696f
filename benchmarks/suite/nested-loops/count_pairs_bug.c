/* The pairs i < j below n are counted one by one: there are n(n-1)/2. The mistake: the pairs i = j
   are counted as well. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "count_pairs_bug.c", 0, "reach_error"); }
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

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 1000);
    int pairs = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            pairs++;
        }
    }
    __VERIFIER_assert(2 * pairs == n * (n - 1));
    return 0;
}
