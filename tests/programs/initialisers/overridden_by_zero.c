// verdict: SAFE
#include <assert.h>
struct row { int a[3]; int n; };
static int fixed[2] = { 8, 9, [0] = 0 };
int main(void) {
    struct row r = { { 5, 6, [0] = 0 }, .n = 9, .n = 0 };
    int a[3] = { [1] = 4, 3, [1] = 0 };
    struct row s;
    s = (struct row){ { 7, [0] = 0, 2 }, 1 };
    assert(r.a[0] == 0 && r.a[1] == 6 && r.n == 0);
    assert(a[1] == 0 && a[2] == 3);
    assert(s.a[0] == 0 && s.a[1] == 2 && s.n == 1);
    assert(fixed[0] == 0 && fixed[1] == 9);
    return 0;
}
