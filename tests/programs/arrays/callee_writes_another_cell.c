// verdict: SAFE
// options: --engine arrays
// undefined: yes
extern void __VERIFIER_assume(int cond);
extern int __VERIFIER_nondet_int(void);
extern signed char __VERIFIER_nondet_schar(void);
void reach_error(void) { }
int total = 1;
int a[2] = {9, 9};
// Writes one cell of the array; that the other keeps its value must be said of it.
void count(void) {
    for (unsigned char i = 0; i < 3; i++) {
        total = 0;
        ++a[0];
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    signed char n = __VERIFIER_nondet_schar();
    __VERIFIER_assume(n >= 2 && n <= 6);
    int *p = &a[1];
    if (x - a[1] != 0) {
        count();
        *p = a[0];
    }
    for (unsigned i = 0; i < n; i++) {
        total -= 2 - x;
        unsigned char k = 0;
        do {
        } while (++k < n);
    }
    __VERIFIER_assume((*p != a[0] ? 0 : 128) == 0);
    if (total == 8)
        reach_error();
    return 0;
}
