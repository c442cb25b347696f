/* Each outer round has a loop up and a loop down of the same length, after which the level is as
   before. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_phase_inner.c", 0, "reach_error"); }
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
    int rounds = __VERIFIER_nondet_int();
    assume_abort_if_not(rounds >= 0 && rounds <= 10000);
    int level = 0;
    for (int r = 0; r < rounds; r++) {
        int up = __VERIFIER_nondet_int();
        assume_abort_if_not(up >= 0 && up <= 1000);
        for (int i = 0; i < up; i++) {
            level++;
        }
        while (level > 0) {
            level--;
        }
        __VERIFIER_assert(level == 0);
    }
    return 0;
}
