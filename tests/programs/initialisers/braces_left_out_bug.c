// verdict: UNSAFE 7
#include <assert.h>
struct pair { int a, b; };
int m[2][3] = { 1, 2, 3, 4, 5, 6 };
struct pair p[2] = { 1, 2, 3, 4 };
int main(void) {
    assert(m[0][2] == 3 && m[1][0] == 2 && m[1][2] == 6);
    assert(p[0].b == 2 && p[1].a == 3);
    return 0;
}
