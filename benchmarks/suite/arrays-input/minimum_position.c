/* The position of the minimum: no cell is smaller, and no cell before it is equal. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "minimum_position.c", 0, "reach_error"); }
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
    int at = 0;
    for (int i = 1; i < n; i++) {
        if (a[i] < a[at]) {
            at = i;
        }
    }
    for (int i = 0; i < n; i++) {
        __VERIFIER_assert(a[i] >= a[at]);
        if (i < at) {
            __VERIFIER_assert(a[i] > a[at]);
        }
    }
    return 0;
}
