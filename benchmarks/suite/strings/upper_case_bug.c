/* Small letters are made capital; no small letter is left and the length has not changed. The
   mistake: the letter z is not covered. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "upper_case_bug.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 40

int main(void) {
    char s[SIZE];
    for (int i = 0; i < SIZE; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    s[SIZE - 1] = 0;
    int length = 0;
    while (s[length] != 0) {
        length++;
    }
    for (int i = 0; s[i] != 0; i++) {
        if (s[i] >= 'a' && s[i] < 'z') {
            s[i] = (char)(s[i] - 'a' + 'A');
        }
    }
    int again = 0;
    while (s[again] != 0) {
        __VERIFIER_assert(s[again] < 'a' || s[again] > 'z');
        again++;
    }
    __VERIFIER_assert(again == length);
    return 0;
}
