/* y grows in every second round only: twice y follows x. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "offset_grows_slower.c", 0, "reach_error"); }
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

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 1000000);
    int x = 0;
    int y = 0;
    int turn = 0;
    while (x < n) {
        x++;
        if (turn) {
            y++;
        }
        turn = !turn;
    }
    __VERIFIER_assert(2 * y <= x);
    __VERIFIER_assert(2 * y >= x - 1);
    return 0;
}
