// verdict: SAFE
// options: --property div-by-zero
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned average(const unsigned *a, unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++)
        s += a[i] / 8;
    return s / n;
}
int main(void) {
    unsigned a[3] = { 80, 160, 240 };
    return average(a, 1 + __VERIFIER_nondet_uint() % 3) > 60;
}
