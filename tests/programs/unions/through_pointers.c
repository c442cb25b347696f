// verdict: SAFE
#include <assert.h>
union word { int i; unsigned char c[4]; };
static void set(union word *w, int v) { w->i = v; }
static union word make(int v) { union word w; w.i = v; return w; }
int main(void) {
    union word a, b;
    int plain = 9;
    int *p = &a.i;
    set(&a, 258);
    assert(*p == 258);
    *p = 3;
    assert(a.c[0] == 3);
    b = make(77);
    assert(b.i == 77);
    p = plain > 5 ? &b.i : &plain;
    assert(*p == 77);
    unsigned char *q = a.c;
    q[1] = 1;
    assert(a.i == 259);
    return 0;
}
