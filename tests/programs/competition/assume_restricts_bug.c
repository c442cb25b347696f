// verdict: UNSAFE 8
// inputs: 60, 70
// simulate: unknown
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int cond);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > 0 && b > a);
    __VERIFIER_assume(b < 100);
    __VERIFIER_assert(a < 50);
    __VERIFIER_assert(a + b <= 197);
    return 0;
}
