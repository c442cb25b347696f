/* Inputs are cut down to a bound that is an input as well; afterwards no cell exceeds it. The
   mistake: values more than twice the bound are only reduced once. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "all_below_bound_bug.c", 0, "reach_error"); }
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
    int bound = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= 100000);
    assume_abort_if_not(bound >= 1 && bound <= 1000);
    int a[n];
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(a[i] >= 0);
    }
    for (int i = 0; i < n; i++) {
        if (a[i] > bound) {
            a[i] = a[i] - bound;
        }
    }
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(k >= 0 && k < n);
    __VERIFIER_assert(a[k] >= 0);
    __VERIFIER_assert(a[k] <= bound);
    return 0;
}
