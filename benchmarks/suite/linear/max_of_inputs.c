/* The maximum and the minimum of a stream, and the last value, which lies between. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "max_of_inputs.c", 0, "reach_error"); }
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
    int last = __VERIFIER_nondet_int();
    int least = last;
    int most = last;
    while (__VERIFIER_nondet_bool()) {
        last = __VERIFIER_nondet_int();
        if (last > most) {
            most = last;
        }
        if (last < least) {
            least = last;
        }
        __VERIFIER_assert(least <= last);
        __VERIFIER_assert(last <= most);
    }
    __VERIFIER_assert(least <= most);
    return 0;
}
