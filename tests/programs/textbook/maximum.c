// verdict: SAFE
extern void abort(void);
extern void reach_error();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[6], max;
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_int();
    max = a[0];
    for (int i = 1; i < 6; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < 6; i++)
        __VERIFIER_assert(a[i] <= max);
    return 0;
}
