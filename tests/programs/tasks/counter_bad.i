extern void abort(void);
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int main(void) {
    unsigned int n = __VERIFIER_nondet_uint() % 100, i = 0;
    while (i < n)
        i++;
    __VERIFIER_assert(i < 5);
    return 0;
}
