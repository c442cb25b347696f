// verdict: SAFE
#include <assert.h>
struct box { int v[3]; int n; };
int main(void) {
    struct box a = { { 1, 2, 3 }, 3 }, b;
    b = a;
    a.v[1] = 20;
    a.n = 0;
    assert(b.v[1] == 2 && b.n == 3);
    struct box c[2] = { a, b };
    c[0] = c[1];
    assert(c[0].v[1] == 2);
    return 0;
}
