/* A number of rounds that nobody knows, and a body with no closed form: invariants by widening. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int low = 0, high = 0;
    if (n < 0)
        return 1;
    while (__VERIFIER_nondet_int()) {
        low = (low + high) / 2;
        if (high < n)
            high = high + 1;
    }
    return 0;
}
