// verdict: UNSAFE 7
// options: --property div-by-zero
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned slots = __VERIFIER_nondet_uint() % 4;
    unsigned key = __VERIFIER_nondet_uint();
    return key % slots;
}
