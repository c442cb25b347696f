// verdict: UNSAFE 7
// options: --property div-by-zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 100;
    return sum / n;
}
