// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned root(unsigned n) {
    unsigned long r = 0;
    for (unsigned long bit = 1ul << 15; bit; bit >>= 1)
        if ((r + bit) * (r + bit) < n)
            r += bit;
    return r;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long r = root(n);
    __VERIFIER_assert(r * r <= n && (r + 1) * (r + 1) > n);
    return 0;
}
