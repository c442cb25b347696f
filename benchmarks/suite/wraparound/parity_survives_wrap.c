/* Steps of two keep the parity of an unsigned number, also over the wrap. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "parity_survives_wrap.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int start = __VERIFIER_nondet_uint();
    unsigned int x = start;
    while (__VERIFIER_nondet_bool()) {
        x += 2;
        if (__VERIFIER_nondet_bool()) {
            x -= 6;
        }
    }
    __VERIFIER_assert(x % 2 == start % 2);
    return 0;
}
