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
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
int main(void) {
    int x = __VERIFIER_nondet_int();
    int r;
    if (unlikely(x < 0))
        r = 1;
    else if (likely(x))
        r = 2;
    else
        r = 3;
    __VERIFIER_assert((r == 1) == (x < 0));
    __VERIFIER_assert(r != 1);
    return 0;
}
