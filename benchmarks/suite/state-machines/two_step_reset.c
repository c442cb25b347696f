/* A counter is reset by two commands in a row; a flag remembers the first of them. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_step_reset.c", 0, "reach_error"); }
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
    int armed = 0;
    unsigned int count = 0;
    unsigned int resets = 0;
    unsigned int highest = 0;
    while (__VERIFIER_nondet_bool()) {
        int command = __VERIFIER_nondet_int();
        if (command == 17) {
            if (armed) {
                count = 0;
                armed = 0;
                if (resets < 1000000) {
                    resets++;
                }
            } else {
                armed = 1;
            }
        } else {
            armed = 0;
            if (count < 500) {
                count++;
            }
            if (count > highest) {
                highest = count;
            }
        }
        __VERIFIER_assert(count <= highest);
        __VERIFIER_assert(highest <= 500);
    }
    return 0;
}
