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
static unsigned long factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 15;
    unsigned long f = factorial(n);
    __VERIFIER_assert(f >= n);
    __VERIFIER_assert(n < 4 || f % 10 == 0);
    __VERIFIER_assert(factorial(6) == 720);
    return 0;
}
