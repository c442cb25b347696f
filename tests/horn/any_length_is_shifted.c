// Each cell takes the value of the next one, which no round before has changed.
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
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1];
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= n) return 0;
    if (a[k] != (k == n - 1 ? old[k] : old[k + 1])) reach_error();
    return 0;
}
