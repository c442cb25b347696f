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
static int both(int *a, int *b) {
    *a = 1;
    *b = 2;
    return *a;
}
int main(void) {
    int x = 0, y = 0;
    int *p = __VERIFIER_nondet_int() ? &x : &y;
    int r = both(&x, p);
    __VERIFIER_assert(r == 1);
    __VERIFIER_assert(both(&x, &y) == 1);
    return 0;
}
