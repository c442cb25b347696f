// verdict: SAFE
// options: --engine arrays --property bounds
extern int __VERIFIER_nondet_int(void);
int s[10];
int main(void)
{
    int i = 0;
    for (int j = 0; j < 10; j++)
        s[j] = __VERIFIER_nondet_int();
    s[9] = 0;
    while (s[i] != 0)
        i++;
    return 0;
}
