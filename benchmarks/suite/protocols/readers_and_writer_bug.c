/* Many readers or one writer: the counts say who is inside. The mistake: a waiting writer enters
   when the last but one reader leaves. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "readers_and_writer_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int readers = 0;
    int writers = 0;
    int waiting = 0;
    while (__VERIFIER_nondet_bool()) {
        int event = __VERIFIER_nondet_int();
        if (event == 0) {
            if (writers == 0 && !waiting && readers < 1000) {
                readers++;
            }
        } else if (event == 1) {
            if (readers > 0) {
                readers--;
                if (readers <= 1 && waiting) {
                    waiting = 0;
                    writers = 1;
                }
            }
        } else if (event == 2) {
            if (readers == 0 && writers == 0) {
                writers = 1;
            } else if (writers == 0) {
                waiting = 1;
            }
        } else if (event == 3) {
            writers = 0;
        }
        __VERIFIER_assert(readers >= 0);
        __VERIFIER_assert(writers == 0 || readers == 0);
    }
    return 0;
}
