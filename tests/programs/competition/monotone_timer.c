// verdict: SAFE
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char now = 0;
    int total = 0;
    for (int i = 0; i < 10; i++) {
        unsigned char later = __VERIFIER_nondet_uchar();
        unsigned char passed = later - now;
        total += passed;
        now = later;
    }
    __VERIFIER_assert(total % 256 == now);
    return 0;
}
