/* A number of eight decimal digits is multiplied by a digit and divided again, digit by digit. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "long_numbers.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

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

#define DIGITS 8

int main(void) {
    int number[DIGITS];
    int result[DIGITS + 1];
    for (int i = 0; i < DIGITS; i++) {
        number[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(number[i] >= 0 && number[i] <= 9);
    }
    int factor = __VERIFIER_nondet_int();
    assume_abort_if_not(factor >= 1 && factor <= 9);
    int carry = 0;
    for (int i = 0; i < DIGITS; i++) {
        int product = number[i] * factor + carry;
        result[i] = product % 10;
        carry = product / 10;
    }
    __VERIFIER_assert(carry >= 0 && carry <= 8);
    result[DIGITS] = carry;
    int rest = 0;
    for (int i = DIGITS; i >= 0; i--) {
        int part = 10 * rest + result[i];
        int digit = part / factor;
        rest = part % factor;
        if (i == DIGITS) {
            __VERIFIER_assert(digit == 0);
        } else {
            __VERIFIER_assert(digit == number[i]);
        }
    }
    __VERIFIER_assert(rest == 0);
    return 0;
}
