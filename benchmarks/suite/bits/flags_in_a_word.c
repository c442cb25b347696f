/* Rights are kept as bits of a word: what was taken away is not there, other rights are as before. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "flags_in_a_word.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);
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

#define READ 1u
#define WRITE 2u
#define EXECUTE 4u

int main(void) {
    unsigned int rights = 0;
    int may_write = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned int which = __VERIFIER_nondet_uint();
        assume_abort_if_not(which == READ || which == WRITE || which == EXECUTE);
        if (__VERIFIER_nondet_bool()) {
            rights |= which;
            if (which == WRITE) {
                may_write = 1;
            }
        } else {
            rights &= ~which;
            if (which == WRITE) {
                may_write = 0;
            }
        }
        __VERIFIER_assert(((rights & WRITE) != 0) == may_write);
        __VERIFIER_assert(rights <= 7);
    }
    return 0;
}
