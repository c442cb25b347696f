// Pairs of cells are written, and then summed up.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int pairs = __VERIFIER_nondet_int();
    if (pairs < 1 || pairs > 100000) return 0;
    int cells[2 * pairs];
    for (int i = 0; i < pairs; i++) {
        cells[2 * i] = 4;
        cells[2 * i + 1] = 4;
    }
    int sum = 0;
    for (int k = 0; k < 2 * pairs; k++) sum += cells[k];
    if (sum != 8 * pairs) reach_error();
    return 0;
}
