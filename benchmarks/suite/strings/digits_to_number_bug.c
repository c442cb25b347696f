/* A string of at most four digits becomes a number below 10000. The mistake: the number of digits
   is not limited by the place, but by the value read so far. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "digits_to_number_bug.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 12

int main(void) {
    char s[SIZE];
    for (int i = 0; i < SIZE; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    s[SIZE - 1] = 0;
    int value = 0;
    int i = 0;
    while (value <= 1000 && i < SIZE && s[i] >= '0' && s[i] <= '9') {
        value = 10 * value + (s[i] - '0');
        i++;
    }
    __VERIFIER_assert(value >= 0);
    __VERIFIER_assert(value <= 9999);
    return 0;
}
