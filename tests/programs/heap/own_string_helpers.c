// verdict: SAFE
#include <assert.h>
static unsigned long length(const char *s) {
    const char *p = s;
    while (*p)
        ++p;
    return p - s;
}
static char *copy(char *to, const char *from) {
    char *start = to;
    while ((*to++ = *from++))
        ;
    return start;
}
static int compare(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
int main(void) {
    char space[10];
    assert(length(copy(space, "model")) == 5);
    assert(compare(space, "model") == 0);
    assert(compare(space, "modem") < 0);
    assert(compare("b", "a") > 0 && compare("ab", "a") > 0);
    return 0;
}
