// verdict: UNSAFE 11
// simulate: unknown
// inputs: 104, 101, 117, 114
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    const char *secret = "heur";
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_char() != secret[i])
            return 0;
    reach_error();
    return 1;
}
