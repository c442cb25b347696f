/* Two flag arrays are joined by "or"; the result is set exactly where one of them is. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "merge_two_flags.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);
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
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n >= 1 && n <= 10000);
    unsigned char a[n];
    unsigned char b[n];
    unsigned char c[n];
    for (unsigned int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_uchar() % 2;
        b[i] = __VERIFIER_nondet_uchar() % 2;
    }
    for (unsigned int i = 0; i < n; i++) {
        c[i] = a[i];
        if (b[i] == 1) {
            c[i] = 1;
        }
    }
    for (unsigned int i = 0; i < n; i++) {
        __VERIFIER_assert(c[i] == (a[i] == 1 || b[i] == 1));
    }
    return 0;
}
