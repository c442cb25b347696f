/* A loop with two phases: first only x grows, then both; the distance is the length of the first
   phase. The mistake: x has taken its step already when the phase is decided. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "phases_of_a_loop_bug.c", 0, "reach_error"); }
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
    assume_abort_if_not(n > 50 && n <= 100000);
    int x = 0;
    int y = 0;
    while (x < n) {
        x++;
        if (x >= 50) {
            y++;
        }
    }
    __VERIFIER_assert(x - y == 50);
    return 0;
}
