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
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 12);
    long a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    __VERIFIER_assert(a[n - 1] < 50);
    __VERIFIER_assert(sizeof a == n * sizeof(long));
    return 0;
}
