/* A text and its mirror image, one after the other, read the same from both ends. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "palindrome_builder.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define HALF 25

int main(void) {
    char s[2 * HALF];
    for (int i = 0; i < HALF; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    for (int i = 0; i < HALF; i++) {
        s[HALF + i] = s[HALF - 1 - i];
    }
    int low = 0;
    int high = 2 * HALF - 1;
    while (low < high) {
        __VERIFIER_assert(s[low] == s[high]);
        low++;
        high--;
    }
    return 0;
}
