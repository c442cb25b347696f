// The cells of an array of any length are added up, two of them are swapped, and the sum is taken back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 100000) return 0;
    int *cells = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) cells[i] = __VERIFIER_nondet_int();
    long long total = 0;
    for (int i = 0; i < n; i++) total += cells[i];
    int first = cells[0];
    cells[0] = cells[1];
    cells[1] = first;
    for (int i = 0; i < n; i++) total -= cells[i];
    if (total != 0) reach_error();
    return 0;
}
