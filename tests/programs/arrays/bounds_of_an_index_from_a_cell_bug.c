// verdict: UNSAFE 13
// options: --engine arrays --property bounds --quiet
// inputs: 49
extern int __VERIFIER_nondet_int(void);
int a[50], b[50];
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 50)
        return 0;
    for (int i = 0; i < 50; i++)
        a[i] = i + 1;
    b[a[k]] = 1;
    return 0;
}
