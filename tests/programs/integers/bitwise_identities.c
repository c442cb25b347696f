// verdict: SAFE
extern void abort(void);
extern void reach_error();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assert((x ^ y) == ((x | y) & ~(x & y)));
    __VERIFIER_assert((x & y) + (x | y) == x + y);
    __VERIFIER_assert(-x == ~x + 1);
    return 0;
}
