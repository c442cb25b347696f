/* The sum of a window that slides over an array is kept by adding the new and subtracting the old
   cell. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "window_equal_sums.c", 0, "reach_error"); }
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

#define WIDTH 4

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= WIDTH && n <= 1000);
    int a[n];
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(a[i] >= -1000 && a[i] <= 1000);
    }
    int sum = a[0] + a[1] + a[2] + a[3];
    int i = WIDTH;
    while (i < n) {
        sum += a[i] - a[i - WIDTH];
        i++;
        __VERIFIER_assert(sum == a[i - 1] + a[i - 2] + a[i - 3] + a[i - 4]);
    }
    return 0;
}
