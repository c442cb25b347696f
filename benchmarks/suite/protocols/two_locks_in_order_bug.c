/* Two workers take two locks; both take them in the same order, so that never each holds one and
   waits for the other. The mistake: the second worker takes the locks in the other order. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_locks_in_order_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int lock_a = 0;
    int lock_b = 0;
    int one = 0;
    int two = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (one == 0 && lock_a == 0) {
                lock_a = 1;
                one = 1;
            } else if (one == 1 && lock_b == 0) {
                lock_b = 1;
                one = 2;
            } else if (one == 2) {
                lock_a = 0;
                lock_b = 0;
                one = 0;
            }
        } else {
            if (two == 0 && lock_b == 0) {
                lock_b = 2;
                two = 1;
            } else if (two == 1 && lock_a == 0) {
                lock_a = 2;
                two = 2;
            } else if (two == 2) {
                lock_a = 0;
                lock_b = 0;
                two = 0;
            }
        }
        __VERIFIER_assert(!(one == 1 && two == 1));
        __VERIFIER_assert(!(one == 2 && two == 2));
    }
    return 0;
}
