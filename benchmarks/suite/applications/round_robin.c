/* A scheduler gives slices of three units to processes in turn; at the end every process has got
   what it needed, and the clock shows the sum. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "round_robin.c", 0, "reach_error"); }
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

#define PROCESSES 4
#define SLICE 3

int main(void) {
    int need[PROCESSES];
    int got[PROCESSES];
    int sum = 0;
    for (int i = 0; i < PROCESSES; i++) {
        need[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(need[i] >= 0 && need[i] <= 12);
        got[i] = 0;
        sum += need[i];
    }
    int clock = 0;
    int open = PROCESSES;
    while (open > 0) {
        open = 0;
        for (int i = 0; i < PROCESSES; i++) {
            int left = need[i] - got[i];
            int slice = left < SLICE ? left : SLICE;
            got[i] += slice;
            clock += slice;
            if (got[i] < need[i]) {
                open++;
            }
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        __VERIFIER_assert(got[i] == need[i]);
    }
    __VERIFIER_assert(clock == sum);
    return 0;
}
