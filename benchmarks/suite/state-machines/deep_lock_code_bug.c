/* A lock with a code of eight digits: it opens only when all of them were typed in a row. The
   mistake: a wrong digit does not always set the lock back: from the seventh place it falls to the
   fourth. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "deep_lock_code_bug.c", 0, "reach_error"); }
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

int main(void) {
    int place = 0;
    int typed = 0;
    while (__VERIFIER_nondet_bool()) {
        int digit = __VERIFIER_nondet_int();
        assume_abort_if_not(digit >= 0 && digit <= 9);
        int wanted = (place * 7 + 3) % 10;
        if (digit == wanted) {
            place++;
            typed++;
        } else {
            place = place == 6 ? 3 : 0;
            typed = 0;
        }
        if (place == 8) {
            __VERIFIER_assert(typed == 8);
            return 0;
        }
    }
    return 0;
}
