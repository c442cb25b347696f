// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[6];
    int depth = 0, opened = 0, closed = 0;
    for (int i = 0; i < 6; i++)
        text[i] = __VERIFIER_nondet_char() & 1 ? '(' : ')';
    for (int i = 0; i < 6 && depth >= 0; i++) {
        if (text[i] == '(')
            opened++, depth++;
        else
            closed++, depth--;
    }
    if (depth == 0)
        __VERIFIER_assert(opened == closed && text[1] == '(');
    return 0;
}
