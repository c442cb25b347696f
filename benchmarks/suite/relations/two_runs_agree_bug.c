/* The same computation twice, on the same inputs, gives the same results: the second time over
   stored inputs. The mistake: the second run starts with the state in which the first one ended. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_runs_agree_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define STEPS 10

int main(void) {
    int input[STEPS];
    unsigned int state = 7;
    unsigned int first = 0;
    for (int i = 0; i < STEPS; i++) {
        input[i] = __VERIFIER_nondet_int();
        state = state * 31 + (unsigned int)input[i];
        first += state >> 16;
    }
    unsigned int second = 0;
    for (int i = 0; i < STEPS; i++) {
        state = state * 31 + (unsigned int)input[i];
        second += state >> 16;
    }
    __VERIFIER_assert(first == second);
    return 0;
}
