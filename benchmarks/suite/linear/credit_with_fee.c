/* Inputs move money between two accounts with a fee that goes to a third one. The mistake: the fee
   is taken without a look whether there is enough for it. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "credit_with_fee.c", 0, "reach_error"); }
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
    int bank = 0;
    while (__VERIFIER_nondet_bool()) {
        int amount = __VERIFIER_nondet_int();
        assume_abort_if_not(amount >= 1 && amount <= 1500);
        if (__VERIFIER_nondet_bool()) {
            if (first >= amount) {
                first -= amount + 1;
                second += amount;
                bank++;
            }
        } else {
            if (second >= amount) {
                second -= amount + 1;
                first += amount;
                bank++;
            }
        }
        __VERIFIER_assert(first + second + bank == 1500);
        __VERIFIER_assert(first >= 0);
        __VERIFIER_assert(second >= 0);
    }
    return 0;
}
