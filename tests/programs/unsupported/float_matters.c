// verdict: UNKNOWN
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = x * 0.1 + x * 0.2;
    __VERIFIER_assert(y != x * 0.3 || x == 0);
    return 0;
}
