// verdict: SAFE
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    assert(atoi(" \t-2147483648x") == -2147483647 - 1);
    assert(atoi("+17") == 17 && atoi("") == 0 && atol("- 5") == 0);
    assert(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0);
    char text[] = "key=value";
    assert(strstr(text, "va") == text + 4 && !strstr(text, "vu"));
    assert(strspn(text, "yek") == 3 && strcspn(text, "=") == 3);
    assert(memchr(text, 'v', sizeof text) == text + 4);
    assert(isxdigit('f') && !isxdigit('g') && ispunct('=') && !ispunct('k'));
    return 0;
}
