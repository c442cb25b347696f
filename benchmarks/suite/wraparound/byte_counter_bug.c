/* A counter of one byte runs round after 256 steps; a second counter tells the rounds. The mistake:
   the round is counted at 255, one step early. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "byte_counter_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned char low = 0;
    unsigned int rounds = 0;
    unsigned int steps = 0;
    while (__VERIFIER_nondet_bool() && steps < 100000) {
        low++;
        steps++;
        if (low == 255) {
            rounds++;
        }
        __VERIFIER_assert(steps == rounds * 256 + low);
    }
    return 0;
}
