/* A sender with a window of four unconfirmed messages and a receiver that confirms in order. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sliding_window.c", 0, "reach_error"); }
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
    unsigned int next = 0;
    unsigned int confirmed = 0;
    unsigned int received = 0;
    while (__VERIFIER_nondet_bool() && next < 1000000) {
        int event = __VERIFIER_nondet_int();
        if (event == 0) {
            if (next - confirmed < 4) {
                next++;
            }
        } else if (event == 1) {
            if (received < next) {
                received++;
            }
        } else if (event == 2) {
            if (confirmed < received) {
                confirmed++;
            }
        }
        __VERIFIER_assert(confirmed <= received);
        __VERIFIER_assert(received <= next);
        __VERIFIER_assert(next - confirmed <= 4);
    }
    return 0;
}
