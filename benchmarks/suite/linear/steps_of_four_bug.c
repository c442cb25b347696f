/* From a multiple of four in steps of four and eight one never meets an odd number or one with
   remainder two. The mistake: from a value over 100 on the larger step is ten. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "steps_of_four_bug.c", 0, "reach_error"); }
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
    int x = 4 * (__VERIFIER_nondet_int() % 10);
    while (__VERIFIER_nondet_bool() && x < 1000000) {
        if (__VERIFIER_nondet_bool()) {
            x += 4;
        } else {
            x += x > 100 ? 10 : 8;
        }
        __VERIFIER_assert(x % 4 == 0);
    }
    return 0;
}
