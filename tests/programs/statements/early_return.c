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
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    return 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int s = sign(x);
    __VERIFIER_assert(s * (long)x >= 0);
    __VERIFIER_assert(s == 0 || x != 0);
    return 0;
}
