/* Non-negative inputs go to one array, negative ones to another; both together hold all of them.
   The mistake: zero counts as negative in the loop, but not in the claim. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "partition_by_sign_bug.c", 0, "reach_error"); }
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
    assume_abort_if_not(n >= 1 && n <= 20000);
    int plus[n];
    int minus[n];
    int p = 0;
    int m = 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > 0) {
            plus[p] = x;
            p++;
        } else {
            minus[m] = x;
            m++;
        }
    }
    __VERIFIER_assert(p + m == n);
    for (int i = 0; i < p; i++) {
        __VERIFIER_assert(plus[i] >= 0);
    }
    for (int i = 0; i < m; i++) {
        __VERIFIER_assert(minus[i] < 0);
    }
    return 0;
}
