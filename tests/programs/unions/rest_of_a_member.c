// verdict: UNKNOWN
#include <assert.h>
union { struct { int *p; int n; } a; struct { int *q; int m; } b; } u;
int main(void) {
    u.a.n = 1;
    u.b.m = 2;
    u.a.p = 0;
    assert(u.a.n == 1);
    return 0;
}
