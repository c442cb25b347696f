// verdict: SAFE
// options: --property memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 5;
    int *p = __VERIFIER_nondet_int() > 0 ? &x : 0;
    return p ? *p : 0;
}
