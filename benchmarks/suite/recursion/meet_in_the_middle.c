/* Two numbers walk towards each other by recursion and meet at their rounded-up mean. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "meet_in_the_middle.c", 0, "reach_error"); }
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

int meet(int low, int high) {
    if (low >= high) {
        return low;
    }
    return meet(low + 1, high - 1);
}

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    assume_abort_if_not(low >= 0 && low <= high && high <= 20000);
    int middle = meet(low, high);
    __VERIFIER_assert(2 * middle == low + high || 2 * middle == low + high + 1);
    return 0;
}
