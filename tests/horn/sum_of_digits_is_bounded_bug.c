// Ten is no digit.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 1000) return 0;
    int digit[1000];
    for (int i = 0; i < n; i++) {
        digit[i] = __VERIFIER_nondet_int();
        if (digit[i] < 0 || digit[i] > 10) digit[i] = 9;
    }
    for (int i = 0; i < n; i++)
        sum += digit[i];
    if (sum > 9 * n || sum < 0) reach_error();
    return 0;
}
