// verdict: UNSAFE 14
// options: --engine sil
// inputs: 4
extern void __VERIFIER_assume(int cond);
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 2;
    if (x < 5)
        y = 3;
    else
        __VERIFIER_assume(y > 4);
    if (y == 3) reach_error();
    return 0;
}
