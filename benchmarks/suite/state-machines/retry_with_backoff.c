/* A sender with at most five tries per message and a waiting time that doubles; the time is bounded
   by the number of the try. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "retry_with_backoff.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int tries = 0;
    int wait = 1;
    int sent = 0;
    int lost = 0;
    while (__VERIFIER_nondet_bool() && sent + lost < 100000) {
        if (__VERIFIER_nondet_bool()) {
            sent++;
            tries = 0;
            wait = 1;
        } else {
            tries++;
            wait *= 2;
            if (tries == 5) {
                lost++;
                tries = 0;
                wait = 1;
            }
        }
        __VERIFIER_assert(tries >= 0 && tries < 5);
        __VERIFIER_assert(wait >= 1 && wait <= 16);
        __VERIFIER_assert(tries != 0 || wait == 1);
    }
    return 0;
}
