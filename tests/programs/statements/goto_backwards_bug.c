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
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 20;
    unsigned i = 0, sum = 0;
again:
    if (i <= n) {
        sum += i;
        i++;
        goto again;
    }
    __VERIFIER_assert(sum == n * n);
    return 0;
}
