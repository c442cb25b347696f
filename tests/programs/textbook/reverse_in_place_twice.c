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
    int a[7], b[7];
    for (int i = 0; i < 7; i++)
        a[i] = b[i] = __VERIFIER_nondet_int();
    for (int i = 0, j = 6; i < 7; i++, j--) {
        a[i] ^= a[j];
        a[j] ^= a[i];
        a[i] ^= a[j];
    }
    for (int i = 0; i < 7; i++)
        __VERIFIER_assert(a[i] == b[6 - i]);
    return 0;
}
