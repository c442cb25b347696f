// Bubble sort: invariants come from templates.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int end = n; end > 1; end--)
        for (int j = 0; j + 1 < end; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i + 1 < n; i++)
        if (a[i] > a[i + 1]) reach_error();
    return 0;
}
