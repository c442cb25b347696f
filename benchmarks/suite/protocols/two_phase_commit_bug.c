/* A coordinator and four participants: the commit happens only when all have voted for it. The
   mistake: a participant may take its vote back after the votes were counted. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_phase_commit_bug.c", 0, "reach_error"); }
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

#define PEOPLE 4

int main(void) {
    int vote[PEOPLE] = {0};
    int counted = 0;
    int agreed = 0;
    int committed = 0;
    while (__VERIFIER_nondet_bool()) {
        int event = __VERIFIER_nondet_int();
        if (event == 0) {
            int who = __VERIFIER_nondet_int();
            assume_abort_if_not(who >= 0 && who < PEOPLE);
            if (!counted) {
                vote[who] = 1;
            }
        } else if (event == 1) {
            int who = __VERIFIER_nondet_int();
            assume_abort_if_not(who >= 0 && who < PEOPLE);
            if (!committed) {
                vote[who] = 0;
            }
        } else if (event == 2 && !counted) {
            counted = 1;
            agreed = 1;
            for (int i = 0; i < PEOPLE; i++) {
                if (!vote[i]) {
                    agreed = 0;
                }
            }
        } else if (event == 3 && counted) {
            committed = agreed;
        }
        if (committed) {
            for (int i = 0; i < PEOPLE; i++) {
                __VERIFIER_assert(vote[i] == 1);
            }
        }
    }
    return 0;
}
