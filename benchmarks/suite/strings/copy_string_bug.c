/* A string is copied with its end mark; both are the same up to there. The mistake: the copy stops
   at a line feed as well, and puts the end mark there. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "copy_string_bug.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 64

int main(void) {
    char from[SIZE];
    char to[SIZE];
    for (int i = 0; i < SIZE; i++) {
        from[i] = __VERIFIER_nondet_char();
        to[i] = 'x';
    }
    from[SIZE - 1] = 0;
    int i = 0;
    while (from[i] != 0 && from[i] != '\n') {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    for (int j = 0; from[j] != 0; j++) {
        __VERIFIER_assert(to[j] == from[j]);
    }
    return 0;
}
