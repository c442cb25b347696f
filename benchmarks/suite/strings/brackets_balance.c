/* A reader of brackets that refuses a closing one too many: the depth never is negative and is what
   was opened minus closed. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "brackets_balance.c", 0, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int depth = 0;
    int opened = 0;
    int closed = 0;
    int i = 0;
    while (i < 5000) {
        char c = __VERIFIER_nondet_char();
        if (c == '(') {
            depth++;
            opened++;
        } else if (c == ')') {
            if (depth == 0) {
                break;
            }
            depth--;
            closed++;
        } else if (c == 0) {
            break;
        }
        i++;
    }
    __VERIFIER_assert(depth >= 0);
    __VERIFIER_assert(opened - closed == depth);
    return 0;
}
