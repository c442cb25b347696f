// verdict: UNSAFE 4
extern void abort(void);
extern void reach_error();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);
static int slow(unsigned x) {
    int n = 0;
    for (int i = 0; i < 32; i++)
        n += x >> i & 1;
    return n;
}
static int fast(unsigned x) {
    x = x - ((x >> 1) & 0x55555555);
    x = (x & 0x33333333) + ((x >> 2) & 0x33333330);
    return (((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101u) >> 24;
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(slow(x) == fast(x));
    return 0;
}
