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
int main(void) {
    int x = __VERIFIER_nondet_int() % 100;
    int a[3] = { x, x + 1, x * x };
    struct { int low, high; } r = { .high = a[1], .low = a[0] };
    __VERIFIER_assert(r.high - r.low == 1);
    __VERIFIER_assert(a[2] > 0);
    return 0;
}
