/* Even cells get non-negative inputs, odd cells their negation or zero. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "even_odd_cells.c", 0, "reach_error"); }
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

#define SIZE 300

int main(void) {
    int a[SIZE];
    int i = 0;
    while (i < SIZE) {
        int x = __VERIFIER_nondet_int();
        assume_abort_if_not(x >= 0);
        a[i] = x;
        if (i + 1 < SIZE) {
            a[i + 1] = -x;
        }
        i += 2;
    }
    for (int j = 0; j < SIZE; j++) {
        if (j % 2 == 0) {
            __VERIFIER_assert(a[j] >= 0);
        } else {
            __VERIFIER_assert(a[j] <= 0);
        }
    }
    return 0;
}
