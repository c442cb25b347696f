// verdict: SAFE
extern void abort(void);
extern void reach_error();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 1000;
    unsigned x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    __VERIFIER_assert(y == n);
    return 0;
}
