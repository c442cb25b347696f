// Bubble sort: invariants come from templates.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[10000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i + 1 < n; i++)
        if (a[i] > a[i + 1]) reach_error();
    return 0;
}
