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
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned mean = (a & b) + ((a ^ b) >> 1);
    __VERIFIER_assert(mean == (unsigned)(((unsigned long)a + b) / 2));
    return 0;
}
