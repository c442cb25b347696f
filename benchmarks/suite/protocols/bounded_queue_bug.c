/* A queue in a ring of cells: what is taken out is what was put in, in order. The mistake: both
   ends wrap one cell too early, so that the last free cell is the oldest one in use. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bounded_queue_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define CELLS 7

int main(void) {
    int cell[CELLS];
    int put = 0;
    int taken = 0;
    int write = 0;
    int read = 0;
    while (__VERIFIER_nondet_bool() && put < 100000) {
        if (__VERIFIER_nondet_bool()) {
            if (put - taken < CELLS) {
                cell[write] = put;
                put++;
                write = write + 2 == CELLS ? 0 : write + 1;
            }
        } else if (taken < put) {
            __VERIFIER_assert(cell[read] == taken);
            taken++;
            read = read + 2 == CELLS ? 0 : read + 1;
        }
    }
    return 0;
}
