/* A loop of ten million rounds that keeps a relation; nothing in it is an input. The mistake: the
   step does not divide the number, and the loop ends below zero. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "long_countdown_bug.c", 0, "reach_error"); }

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int i = 10000000;
    int j = 0;
    while (i > 0) {
        i -= 3;
        j += 3;
    }
    __VERIFIER_assert(i == 0);
    __VERIFIER_assert(j == 10000000);
    return 0;
}
