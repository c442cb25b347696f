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
struct range { int low, high; };
static struct range make(int a, int b) {
    return a < b ? (struct range){ a, b } : (struct range){ b, a };
}
int main(void) {
    struct range r = make(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    __VERIFIER_assert(r.low < r.high);
    return 0;
}
