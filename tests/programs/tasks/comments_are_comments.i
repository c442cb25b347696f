// The property file says what is an error; an ACSL assertion is then a comment, and hides nothing behind it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    //@ assert x > 0;
    //@ ghost int y = x;
    if (x < 0) reach_error();
    return 0;
}
