/* One array is copied to another of the same input length. The mistake: zeros are not copied, and
   the target was not cleared. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "copy_input_length_bug.c", 0, "reach_error"); }
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
    assume_abort_if_not(n > 0 && n <= 50000);
    int from[n];
    int to[n];
    for (int i = 0; i < n; i++) {
        from[i] = __VERIFIER_nondet_int();
        to[i] = 1;
    }
    for (int i = 0; i < n; i++) {
        if (from[i] == 0) {
            continue;
        }
        to[i] = from[i];
    }
    for (int i = 0; i < n; i++) {
        __VERIFIER_assert(to[i] == from[i]);
    }
    return 0;
}
