/* The partition step of quicksort around an input value: smaller cells before the border, the
   others behind it. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "partition_around_pivot.c", 0, "reach_error"); }
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
    int pivot = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= 20000);
    int a[n];
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int border = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < pivot) {
            int t = a[border];
            a[border] = a[i];
            a[i] = t;
            border++;
        }
    }
    for (int i = 0; i < n; i++) {
        if (i < border) {
            __VERIFIER_assert(a[i] < pivot);
        } else {
            __VERIFIER_assert(a[i] >= pivot);
        }
    }
    return 0;
}
