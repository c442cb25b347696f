/* The upper half of an array becomes a mirror of the lower half. The mistake: the loop ends one
   round early: the middle pair is never written. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "copy_halves_bug.c", 0, "reach_error"); }
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

#define HALF 500

int main(void) {
    int a[2 * HALF];
    for (int i = 0; i < 2 * HALF; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < HALF - 1; i++) {
        a[2 * HALF - 1 - i] = a[i];
    }
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(0 <= k && k < 2 * HALF);
    __VERIFIER_assert(a[k] == a[2 * HALF - 1 - k]);
    return 0;
}
