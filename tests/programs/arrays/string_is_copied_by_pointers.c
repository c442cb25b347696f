// verdict: SAFE
// options: --engine arrays
#include <assert.h>
char t[8];
void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}
int main(void)
{
    copy(t, "abcd");
    assert(t[0] == 'a' && t[2] == 'c' && t[4] == 0);
    return 0;
}
