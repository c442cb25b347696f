// verdict: UNSAFE 13
// options: --engine arrays --property bounds --quiet
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (a[i] > a[i + 1])
            a[i] = 0;
    return 0;
}
