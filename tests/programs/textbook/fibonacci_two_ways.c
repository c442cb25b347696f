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
static unsigned slow(unsigned n) { return n < 2 ? n : slow(n - 1) + slow(n - 2); }
static unsigned quick(unsigned n) {
    unsigned a = 0, b = 1;
    while (n--) {
        unsigned t = a + b;
        a = b;
        b = t;
    }
    return a;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 15;
    __VERIFIER_assert(slow(n) == quick(n));
    return 0;
}
