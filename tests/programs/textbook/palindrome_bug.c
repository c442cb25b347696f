// verdict: UNSAFE 13
#include <assert.h>
static int palindrome(const char *s) {
    const char *e = s;
    while (*e)
        e++;
    while (e > s)
        if (*s++ != *--e)
            return 0;
    return 1;
}
int main(void) {
    assert(palindrome("") && palindrome("x") && palindrome("abba") && palindrome("levels"));
    assert(!palindrome("ab"));
    return 0;
}
