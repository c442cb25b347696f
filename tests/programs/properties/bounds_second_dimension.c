// verdict: UNSAFE 7
// options: --property bounds
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    int m[3][4] = { { 0 } };
    unsigned j = __VERIFIER_nondet_uint() % 5;
    return m[1][j];
}
