/* Three counters with speeds 1, 2 and 3 keep their proportions. The mistake: the fastest counter
   stops at 300. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "three_speeds_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int a = 0;
    int b = 0;
    int c = 0;
    while (__VERIFIER_nondet_bool() && a < 1000000) {
        a += 1;
        b += 2;
        c += 3;
        if (c > 300) {
            c = 300;
        }
    }
    __VERIFIER_assert(a + b == c);
    return 0;
}
