/* A machine that skips comments between slash-star and star-slash: outside of comments the depth is
   zero. The mistake: a star that follows the opening directly also counts for the end, as in slash-
   star-slash. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "parser_of_comments_bug.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int state = 0;
    int in_comment = 0;
    int length = 0;
    while (__VERIFIER_nondet_bool()) {
        char c = __VERIFIER_nondet_char();
        if (in_comment && length < 1000) {
            length++;
        }
        if (state == 0) {
            if (c == '/') {
                state = 1;
            }
        } else if (state == 1) {
            if (c == '*') {
                state = 3;
                in_comment = 1;
                length = 0;
            } else if (c != '/') {
                state = 0;
            }
        } else if (state == 2) {
            if (c == '*') {
                state = 3;
            }
        } else {
            if (c == '/') {
                state = 0;
                in_comment = 0;
                __VERIFIER_assert(length >= 2);
            } else if (c != '*') {
                state = 2;
            }
        }
        __VERIFIER_assert(in_comment == (state >= 2));
    }
    return 0;
}
