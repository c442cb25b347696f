// verdict: UNSAFE 11
#include <assert.h>
int main(void) {
    int a[4] = { 10, 20, 30, 40 };
    int *p = a;
    int x = *p++;
    int y = (*p)++;
    int z = *++p;
    int w = ++*p;
    assert(x == 10 && y == 20 && z == 30 && w == 31);
    assert(a[0] == 11 && a[2] == 31 && p == a + 2);
    *p++ = 5;
    *p-- = 6;
    assert(a[2] == 5 && a[3] == 6 && p == &a[2]);
    return 0;
}
