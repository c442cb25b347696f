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
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(!!x == x);
    return 0;
}
