// verdict: UNSAFE 12
// options: --engine arrays --property bounds --quiet
// inputs: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
extern int __VERIFIER_nondet_int(void);
int s[10];
int main(void)
{
    int i = 0;
    for (int j = 0; j < 10; j++)
        s[j] = __VERIFIER_nondet_int();
    s[8] = 1;
    while (s[i] != 0)
        i++;
    return 0;
}
