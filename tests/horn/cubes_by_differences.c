// Tables of cubes without a product: each cell is the one before and a difference, whose differences grow by six.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int second[n], first[n], cube[n];
    for (int i = 0; i < n; i++) {
        if (i == 0) second[0] = 6;
        else second[i] = second[i - 1] + 6;
    }
    for (int i = 0; i < n; i++) {
        if (i == 0) first[0] = 1;
        else first[i] = first[i - 1] + second[i - 1];
    }
    for (int i = 0; i < n; i++) {
        if (i == 0) cube[0] = 0;
        else cube[i] = cube[i - 1] + first[i - 1];
    }
    for (int i = 0; i < n; i++) {
        if (cube[i] != i * i * i) reach_error();
    }
    return 0;
}
