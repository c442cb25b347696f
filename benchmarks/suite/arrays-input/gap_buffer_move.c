/* A block of cells is moved right by an input distance, from the end to the start, so that nothing
   is overwritten too early. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "gap_buffer_move.c", 0, "reach_error"); }
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
    int gap = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= 20000);
    assume_abort_if_not(gap >= 0 && gap <= 20000);
    int a[n + gap];
    int old[n];
    for (int i = 0; i < n + gap; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < n; i++) {
        old[i] = a[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        a[i + gap] = a[i];
    }
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(k >= 0 && k < n);
    __VERIFIER_assert(a[k + gap] == old[k]);
    return 0;
}
