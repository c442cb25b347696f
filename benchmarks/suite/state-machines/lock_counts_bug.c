/* A lock that may be taken again by its holder: the count is zero exactly when it is free. The
   mistake: a release by somebody else than the holder is let through when the count is one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "lock_counts_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int holder = 0;
    int count = 0;
    while (__VERIFIER_nondet_bool()) {
        int who = __VERIFIER_nondet_bool() ? 1 : 2;
        if (__VERIFIER_nondet_bool()) {
            if (holder == 0) {
                holder = who;
                count = 1;
            } else if (holder == who && count < 100) {
                count++;
            }
        } else {
            if (count > 0 && (holder == who || count == 1)) {
                if (holder == who && count == 1) {
                    holder = 0;
                }
                count--;
            }
        }
        __VERIFIER_assert((holder == 0) == (count == 0));
        __VERIFIER_assert(count >= 0 && count <= 100);
    }
    return 0;
}
