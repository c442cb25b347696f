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
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 50;
    __VERIFIER_assert(even(n) == (n % 2));
    __VERIFIER_assert(even(n) + odd(n) == 1);
    return 0;
}
