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
#define N 20
int main(void) {
    int a[N], b[N], same = 1;
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        b[i] = a[i] & 127;
    for (int i = 0; i < N; i++)
        if (a[i] != b[i])
            same = 0;
    __VERIFIER_assert(same);
    return 0;
}
