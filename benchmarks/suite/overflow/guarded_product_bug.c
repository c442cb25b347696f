/* A product of two inputs is taken only after a division has shown that it fits. The mistake: when
   the first factor is the greater one, the guard rounds up. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    assume_abort_if_not(a > 0 && b > 0);
    int product = 0;
    if (a > b ? b <= 2147483647 / a + 1 : a <= 2147483647 / b) {
        product = a * b;
    }
    return product > 0;
}
