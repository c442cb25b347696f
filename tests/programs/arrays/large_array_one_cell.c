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
int a[1000000];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 1000000;
    unsigned j = __VERIFIER_nondet_uint() % 1000000;
    a[i] = 1;
    a[j] = 2;
    __VERIFIER_assert(a[i] == 1 || i == j);
    return 0;
}
