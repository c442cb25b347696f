/* Run-length coding of a short text: the lengths of the runs add up to the length of the text, and
   no run is empty. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "run_lengths.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 24

int main(void) {
    char s[SIZE];
    int lengths[SIZE];
    for (int i = 0; i < SIZE; i++) {
        s[i] = __VERIFIER_nondet_char();
    }
    int runs = 0;
    int i = 0;
    while (i < SIZE) {
        int run = 1;
        while (i + run < SIZE && s[i + run] == s[i] && run < 9) {
            run++;
        }
        lengths[runs] = run;
        runs++;
        i += run;
    }
    int sum = 0;
    for (int r = 0; r < runs; r++) {
        __VERIFIER_assert(lengths[r] >= 1 && lengths[r] <= 9);
        sum += lengths[r];
    }
    __VERIFIER_assert(sum == SIZE);
    return 0;
}
