// verdict: UNSAFE 14
#include <assert.h>
struct complex_int { long re, im; };
static struct complex_int times(struct complex_int a, struct complex_int b) {
    struct complex_int r = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
    a.re = 0;
    return r;
}
int main(void) {
    struct complex_int i = { 0, 1 }, z = { 3, 4 };
    struct complex_int minus = times(i, i);
    assert(minus.re == -1 && minus.im == 0);
    z = times(z, z);
    assert(z.re == 25 && z.im == 24);
    assert(times(z, minus).re == 7 && i.im == 1);
    return 0;
}
