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
static void split(int n, int *quotient, int *rest) {
    *quotient = n / 10;
    *rest = n % 10;
}
static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), q, r;
    split(n, &q, &r);
    __VERIFIER_assert(q * 10 + r == n);
    int x = q, y = r;
    swap(&x, &y);
    __VERIFIER_assert(x == r && y == q);
    return 0;
}
