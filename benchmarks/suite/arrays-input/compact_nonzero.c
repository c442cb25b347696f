/* The cells that are not zero are moved to the front, in place; none of the front cells is zero. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "compact_nonzero.c", 0, "reach_error"); }
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
    assume_abort_if_not(n >= 1 && n <= 100000);
    int a[n];
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] != 0) {
            a[kept] = a[i];
            kept++;
        }
    }
    __VERIFIER_assert(kept <= n);
    for (int i = 0; i < kept; i++) {
        __VERIFIER_assert(a[i] != 0);
    }
    return 0;
}
