/* The rounded average of the cells of an array lies between its minimum and its maximum. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "average_between.c", 0, "reach_error"); }
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
    assume_abort_if_not(n >= 1 && n <= 1000);
    int sum = 0;
    int least = 1000;
    int most = 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        assume_abort_if_not(x >= 0 && x <= 1000);
        sum += x;
        if (x < least) {
            least = x;
        }
        if (x > most) {
            most = x;
        }
    }
    int average = sum / n;
    __VERIFIER_assert(least <= average);
    __VERIFIER_assert(average <= most);
    return 0;
}
