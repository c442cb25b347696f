// In this direction each cell takes a value that was just written.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[100000], old[100000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        old[i] = a[i];
    }
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
    int k = __VERIFIER_nondet_int();
    if (k < 1 || k >= n) return 0;
    if (a[k] != old[k - 1]) reach_error();
    return 0;
}
