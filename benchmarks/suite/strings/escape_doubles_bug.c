/* Escaping writes at most two characters for one; the target is twice as long and is never overrun.
   The mistake: control characters take three characters. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "escape_doubles_bug.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 32

int main(void) {
    char from[SIZE];
    char to[2 * SIZE + 1];
    for (int i = 0; i < SIZE; i++) {
        from[i] = __VERIFIER_nondet_char();
    }
    int used = 0;
    for (int i = 0; i < SIZE; i++) {
        if (from[i] == '\\' || from[i] == '"') {
            __VERIFIER_assert(used + 1 < 2 * SIZE);
            to[used] = '\\';
            used++;
        } else if (from[i] < ' ') {
            __VERIFIER_assert(used + 2 < 2 * SIZE);
            to[used] = '^';
            to[used + 1] = '^';
            used += 2;
        }
        __VERIFIER_assert(used < 2 * SIZE);
        to[used] = from[i];
        used++;
    }
    to[used] = 0;
    __VERIFIER_assert(used >= SIZE);
    __VERIFIER_assert(to[used] == 0);
    return 0;
}
