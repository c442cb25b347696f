/* Two strings of the same input length are compared; the sign of the result fits the first
   difference. The mistake: characters are compared as signed in the loop and as unsigned in the
   claim. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "compare_strings_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

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
    assume_abort_if_not(n >= 1 && n <= 1000);
    unsigned char s[n];
    unsigned char t[n];
    for (int i = 0; i < n; i++) {
        s[i] = __VERIFIER_nondet_uchar();
        t[i] = __VERIFIER_nondet_uchar();
    }
    int i = 0;
    while (i < n && s[i] == t[i]) {
        i++;
    }
    int order = 0;
    if (i < n) {
        order = (signed char)s[i] < (signed char)t[i] ? -1 : 1;
    }
    for (int j = 0; j < i; j++) {
        __VERIFIER_assert(s[j] == t[j]);
    }
    if (order < 0) {
        __VERIFIER_assert(s[i] < t[i]);
    } else if (order > 0) {
        __VERIFIER_assert(s[i] > t[i]);
    } else {
        __VERIFIER_assert(i == n);
    }
    return 0;
}
