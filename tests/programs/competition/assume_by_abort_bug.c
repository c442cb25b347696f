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
static void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 10);
    int left = n, taken = 0;
    while (left > 0) {
        left -= 2;
        taken++;
    }
    __VERIFIER_assert(2 * taken >= n && 2 * taken <= n);
    return 0;
}
