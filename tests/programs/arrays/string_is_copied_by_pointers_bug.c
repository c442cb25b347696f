// verdict: UNSAFE 13
// options: --engine arrays --quiet
#include <assert.h>
char t[8];
void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}
int main(void)
{
    copy(t, "abxd");
    assert(t[0] == 'a' && t[2] == 'c' && t[4] == 0);
    return 0;
}
