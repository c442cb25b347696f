// verdict: UNSAFE 9
// options: --property overflow
// inputs: 2147483647
/* Nobody asks whether the assertion in the comment holds, and a comment ends no execution. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    //@ assert x < 100;
    int y = x + 1;
    return y == 0;
}
