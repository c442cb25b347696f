/* Inputs move money between two accounts; the sum does not change and none is overdrawn. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "credit_and_debit.c", 0, "reach_error"); }
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
    int first = 1000;
    int second = 500;
    while (__VERIFIER_nondet_bool()) {
        int amount = __VERIFIER_nondet_int();
        assume_abort_if_not(amount >= 0 && amount <= 1500);
        if (__VERIFIER_nondet_bool()) {
            if (first >= amount) {
                first -= amount;
                second += amount;
            }
        } else {
            if (second >= amount) {
                second -= amount;
                first += amount;
            }
        }
    }
    __VERIFIER_assert(first + second == 1500);
    __VERIFIER_assert(first >= 0);
    __VERIFIER_assert(second >= 0);
    return 0;
}
