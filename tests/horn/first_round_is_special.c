// The total begins with the first round; before that it is any number.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
    int fees[n];
    for (int i = 0; i < n; i++) fees[i] = i % 4 == 0 ? 5 : 0;
    int total[1];
    for (int i = 0; i < n; i++) {
        if (i == 0) total[0] = 2;
        else total[0] = total[0] + fees[i];
    }
    if (total[0] > 5 * n) reach_error();
    return 0;
}
