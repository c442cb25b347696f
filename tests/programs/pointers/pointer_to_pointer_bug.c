// verdict: UNSAFE 9
#include <assert.h>
static void advance(const char **p) { ++*p; }
int main(void) {
    int x = 1, y = 2, *p = &x, **pp = &p;
    **pp = 10;
    *pp = &y;
    *p = 20;
    assert(x == 20 && y == 2 && **pp == 20);
    const char *s = "abc";
    advance(&s);
    advance(&s);
    assert(*s == 'c');
    return 0;
}
