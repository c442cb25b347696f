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
extern void __VERIFIER_assume(int cond);
#define N 100
int main(void) {
    int a[N], k = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        a[i] = 2 * i;
    __VERIFIER_assume(0 <= k && k < N);
    __VERIFIER_assert(a[k] == 2 * k);
    return 0;
}
