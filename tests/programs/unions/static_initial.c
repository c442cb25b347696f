// verdict: SAFE
#include <assert.h>
int x = 3;
union number { unsigned char c[4]; unsigned w; } a = {{1, 2}}, b[2] = {{.w = 7}, {.w = 0x100}}, zero, text = {"ab"};
struct { int kind; union { int *p; long n; } u; } s = {1, {&x}}, t = {.u.n = 4}, none;
int main(void) {
    assert(a.w == 0x201 && b[0].c[0] == 7 && b[1].c[1] == 1 && zero.w == 0);
    assert(text.w == ('b' << 8 | 'a'));
    assert(*s.u.p == 3 && t.u.n == 4);
    assert(none.u.p == 0 && none.u.n == 0);
    return 0;
}
