/* Cells are written at the places that a table tells, and read there again. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) {
        abort();
    }
    int at[n];
    int a[n];
    for (int i = 0; i < n; i++) {
        at[i] = __VERIFIER_nondet_int();
        if (at[i] < 0 || at[i] >= n) {
            abort();
        }
    }
    for (int i = 0; i < n; i++) {
        a[at[i]] = 7;
    }
    for (int i = 0; i < n; i++) {
        if (a[at[i]] != 7) {
            reach_error();
        }
    }
    return 0;
}
