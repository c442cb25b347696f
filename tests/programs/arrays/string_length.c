// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
char s[32];
int length(const char *text)
{
    int n = 0;
    while (text[n] != '\0')
        n++;
    return n;
}
int main(void)
{
    int n = 32;
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = '\0';
    assert(length(s) <= n - 1);
    return 0;
}
