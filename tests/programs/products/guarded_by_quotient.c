// verdict: SAFE
// options: --engine bmc --property overflow
/* A product is taken only after a quotient has shown that it fits. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > 0 && b > 0);
    int product = 0;
    if (a <= 2147483647 / b) {
        product = a * b;
    }
    return product > 0;
}
