// verdict: SAFE
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned round_up(unsigned x) {
    x--;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return x + 1;
}
int main(void) {
    unsigned x = 1 + __VERIFIER_nondet_uint() % 100000;
    unsigned p = round_up(x);
    __VERIFIER_assert((p & (p - 1)) == 0);
    __VERIFIER_assert(p >= x && p / 2 < x);
    return 0;
}
