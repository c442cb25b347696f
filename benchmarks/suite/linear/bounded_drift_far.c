/* A value drifts up and down by input and is pulled back at the borders. The mistake: the upper
   border moves up with every touch of the lower one, and then the pull back from it goes too far. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bounded_drift_far.c", 0, "reach_error"); }
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
    int x = 0;
    int high = 10;
    while (__VERIFIER_nondet_bool()) {
        int step = __VERIFIER_nondet_int();
        assume_abort_if_not(step >= -3 && step <= 3);
        x += step;
        if (x > high) {
            x -= 2 * high + 2;
            high = 10;
        } else if (x < -20) {
            x += 15;
            if (high < 20) {
                high++;
            }
        }
        __VERIFIER_assert(x >= -20 && x <= 20);
    }
    return 0;
}
