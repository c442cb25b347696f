/* Spaces at both ends are skipped; what is left neither starts nor ends with a space. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "trim_spaces.c", 0, "reach_error"); }
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

#define SIZE 30

int main(void) {
    char s[SIZE];
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= SIZE);
    for (int i = 0; i < SIZE; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    int first = 0;
    int last = n;
    while (first < n && s[first] == ' ') {
        first++;
    }
    while (last > first && s[last - 1] == ' ') {
        last--;
    }
    __VERIFIER_assert(first <= last);
    if (first < last) {
        __VERIFIER_assert(s[first] != ' ');
        __VERIFIER_assert(s[last - 1] != ' ');
    }
    return 0;
}
