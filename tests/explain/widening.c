/* The sum grows by the square of the rounds, which is not linear: invariants by widening. */
/* explain: --no-accelerate */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0, sum = 0;
    while (i < n) {
        if (__VERIFIER_nondet_int())
            sum = sum + i;
        i = i + 1;
    }
    return 0;
}
