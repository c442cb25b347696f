// The first odd number is wrong.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int square[n], odd = 2;
    square[0] = 0;
    for (int i = 1; i < n; i++) {
        square[i] = square[i - 1] + odd;
        odd += 2;
    }
    for (int k = 0; k < n; k++)
        if (square[k] != k * k) reach_error();
    return 0;
}
