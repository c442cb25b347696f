/* Mutual exclusion of two processes with wishes and a turn, step by step in any order. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "mutex_by_turn.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int want1 = 0;
    int want2 = 0;
    int turn = 1;
    int at1 = 0;
    int at2 = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (at1 == 0) {
                want1 = 1;
                at1 = 1;
            } else if (at1 == 1) {
                turn = 2;
                at1 = 2;
            } else if (at1 == 2) {
                if (!want2 || turn == 1) {
                    at1 = 3;
                }
            } else {
                want1 = 0;
                at1 = 0;
            }
        } else {
            if (at2 == 0) {
                want2 = 1;
                at2 = 1;
            } else if (at2 == 1) {
                turn = 1;
                at2 = 2;
            } else if (at2 == 2) {
                if (!want1 || turn == 2) {
                    at2 = 3;
                }
            } else {
                want2 = 0;
                at2 = 0;
            }
        }
        __VERIFIER_assert(!(at1 == 3 && at2 == 3));
    }
    return 0;
}
