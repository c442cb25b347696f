/* The place of a character in a text of input length: what lies before is different. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "find_in_string.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

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
    assume_abort_if_not(n >= 1 && n <= 10000);
    char s[n];
    for (int i = 0; i < n; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    char wanted = __VERIFIER_nondet_char();
    int at = 0;
    while (at < n && s[at] != wanted) {
        at++;
    }
    for (int i = 0; i < at; i++) {
        __VERIFIER_assert(s[i] != wanted);
    }
    if (at < n) {
        __VERIFIER_assert(s[at] == wanted);
    }
    return 0;
}
