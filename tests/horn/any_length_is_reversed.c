// A copy from the end: its loop is replaced by what it does.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[100000], b[100000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000) return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        b[n - 1 - i] = a[i];
    for (int i = 0; i < n; i++)
        if (b[i] != a[n - 1 - i]) reach_error();
    return 0;
}
