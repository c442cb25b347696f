// Two loops, one in the other, are replaced by what they do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int m[300][200];
int main(void) {
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 200; j++)
            m[i][j] = 2 * i - j;
    int r = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (r < 0 || r >= 300 || c < 0 || c >= 200) return 0;
    if (m[r][c] != 2 * r - c) reach_error();
    return 0;
}
