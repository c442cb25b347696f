/* The length of a string that was closed at an input place is at most that place. The mistake: the
   string is closed before it is filled. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "length_of_string_bug.c", 0, "reach_error"); }
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

#define MOST 100

int main(void) {
    char s[MOST + 1];
    int end = __VERIFIER_nondet_int();
    assume_abort_if_not(end >= 0 && end <= MOST);
    s[end] = 0;
    for (int i = 0; i <= MOST; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    s[MOST] = 0;
    int length = 0;
    while (s[length] != 0) {
        length++;
    }
    __VERIFIER_assert(length <= end);
    return 0;
}
