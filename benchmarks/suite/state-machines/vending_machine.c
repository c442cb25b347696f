/* A vending machine takes coins of 1, 2 and 5, sells for 7 and gives change; what it holds equals
   what was paid in minus change. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "vending_machine.c", 0, "reach_error"); }
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
    int credit = 0;
    int held = 0;
    int sold = 0;
    while (__VERIFIER_nondet_bool() && sold < 1000) {
        int coin = __VERIFIER_nondet_int();
        assume_abort_if_not(coin == 1 || coin == 2 || coin == 5);
        credit += coin;
        held += coin;
        if (credit >= 7) {
            int change = credit - 7;
            held -= change;
            credit = 0;
            sold++;
        }
        __VERIFIER_assert(held == 7 * sold + credit);
    }
    return 0;
}
