// verdict: UNSAFE 8
// options: --property bounds
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 };
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 5)
        return a[i];
    return 0;
}
