// verdict: SAFE
// undefined: yes
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
    __VERIFIER_assert(!!x == (x != 0));
    __VERIFIER_assert(!x + !!x == 1);
    __VERIFIER_assert(-x == ~x + 1 || x == -2147483647 - 1);
    return 0;
}
