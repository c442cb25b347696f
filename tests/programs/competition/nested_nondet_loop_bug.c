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
    unsigned n = __VERIFIER_nondet_uint() % 8, m = __VERIFIER_nondet_uint() % 8, cells = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            cells++;
    __VERIFIER_assert(cells < 40);
    return 0;
}
