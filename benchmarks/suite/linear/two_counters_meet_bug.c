/* One counter goes up, the other down by the same steps; their sum stays. The mistake: far from the
   end it takes steps of a hundred, and the last of them is cut off at zero on one side only. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_counters_meet_bug.c", 0, "reach_error"); }
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
    assume_abort_if_not(n >= 0 && n <= 1000000);
    int up = 0;
    int down = n;
    while (down > 0) {
        int step = down > 50 ? 100 : 1;
        up += step;
        down = step > down ? 0 : down - step;
    }
    __VERIFIER_assert(up + down == n);
    return 0;
}
