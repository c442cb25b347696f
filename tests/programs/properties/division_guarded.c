// verdict: SAFE
// options: --property div-by-zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    return n != 0 && 100 / n > 3;
}
