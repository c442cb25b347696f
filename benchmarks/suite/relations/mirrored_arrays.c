/* Two arrays of one input length are kept as each other's mirror under writes by input. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "mirrored_arrays.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

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
    assume_abort_if_not(n >= 1 && n <= 10000);
    int a[n];
    int b[n];
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        b[i] = 0;
    }
    while (__VERIFIER_nondet_bool()) {
        int k = __VERIFIER_nondet_int();
        int v = __VERIFIER_nondet_int();
        assume_abort_if_not(k >= 0 && k < n);
        a[k] = v;
        b[n - 1 - k] = v;
    }
    int j = __VERIFIER_nondet_int();
    assume_abort_if_not(j >= 0 && j < n);
    __VERIFIER_assert(a[j] == b[n - 1 - j]);
    return 0;
}
