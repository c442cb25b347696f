// An array of any length is rotated by one cell, which keeps its sum.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 100000) return 0;
    int *cells = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) cells[i] = __VERIFIER_nondet_int();
    long long before = 0, after = 0;
    for (int i = 0; i < n; i++) before += cells[i];
    int first = cells[0];
    for (int i = 0; i < n - 1; i++) cells[i] = cells[i + 1];
    cells[n - 1] = first;
    for (int i = 0; i < n; i++) after += cells[i];
    if (before != after) reach_error();
    return 0;
}
