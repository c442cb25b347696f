// verdict: UNSAFE 8
// options: --property bounds
extern unsigned int __VERIFIER_nondet_uint(void);
static int table[10];
int main(void) {
    unsigned u = __VERIFIER_nondet_uint() % 10;
    int i = (int)u - 5;
    table[i]++;
    return 0;
}
