// verdict: UNSAFE 22
#include <assert.h>
static int parse(const char *s, int *value) {
    int sign = 1, v = 0, digits = 0;
    if (*s == '-') {
        sign = -1;
        s++;
    }
    for (; *s >= '0' && *s <= '9'; s++) {
        v = v * 10 + (*s - '0');
        digits++;
    }
    if (*s != '\0' || digits == 0)
        return 0;
    *value = sign * v;
    return 1;
}
int main(void) {
    int v = 7;
    assert(parse("-120", &v) && v == -120);
    assert(!parse("12x", &v) && v == -120);
    assert(parse("-", &v));
    assert(parse("007", &v) && v == 7);
    return 0;
}
