/* With coins of 6, 10 and 15 one never pays exactly 29. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "coins_that_miss.c", 0, "reach_error"); }
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
    int paid = 0;
    while (__VERIFIER_nondet_bool() && paid < 100000) {
        int coin = __VERIFIER_nondet_int();
        if (coin == 0) {
            paid += 6;
        } else if (coin == 1) {
            paid += 10;
        } else {
            paid += 15;
        }
        __VERIFIER_assert(paid != 29);
    }
    return 0;
}
