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
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 500;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += 2 * i + 1;
    __VERIFIER_assert(sum == n * n);
    return 0;
}
