// verdict: UNSAFE 6
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
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(b != 0);
    __VERIFIER_assume(!(a == -2147483647 - 1 && b == -1));
    int q = a / b, r = a % b;
    __VERIFIER_assert(a - r == (int)((unsigned)q * b));
    __VERIFIER_assert(r >= 0);
    return 0;
}
