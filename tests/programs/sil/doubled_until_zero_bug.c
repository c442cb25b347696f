// verdict: UNSAFE 13
// options: --engine sil
// inputs: 200
void reach_error(void) { }
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned char p = 1;
    // Which way a round goes depends on a product that is cut off: what is not said of one way must not hide the other.
    while (p < n) {
        p *= 2;
        if (p == 0)
            reach_error();
    }
    return 0;
}
