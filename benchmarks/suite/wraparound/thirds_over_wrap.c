/* Steps of three from a multiple of three. The mistake: after the wrap the remainder by three has
   changed, because 2^32 is no multiple of three. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "thirds_over_wrap.c", 0, "reach_error"); }
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
    unsigned int x = 4294967280u;
    assume_abort_if_not(x % 3 == 0);
    while (__VERIFIER_nondet_bool()) {
        x += 3;
        __VERIFIER_assert(x % 3 == 0);
    }
    return 0;
}
