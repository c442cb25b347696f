// verdict: SAFE
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
static double half(double x) { return x / 2; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x / 2;
    if (x > 0 && y > x)
        return half(x) > 1.5;
    __VERIFIER_assert(y <= x || x < 0);
    return 0;
}
