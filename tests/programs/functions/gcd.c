// verdict: SAFE
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) {
    unsigned a = 1 + __VERIFIER_nondet_uint() % 1000;
    unsigned b = 1 + __VERIFIER_nondet_uint() % 1000;
    unsigned g = gcd(a, b);
    __VERIFIER_assert(g > 0 && a % g == 0 && b % g == 0);
    __VERIFIER_assert(g == gcd(b, a));
    return 0;
}
