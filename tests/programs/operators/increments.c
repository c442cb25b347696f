// verdict: SAFE
#include <assert.h>
int main(void) {
    int i = 5;
    int a = i++;
    int b = ++i;
    int c = i--;
    int d = --i;
    assert(a == 5 && b == 7 && c == 7 && d == 5 && i == 5);
    unsigned char u = 255;
    assert(u++ == 255);
    assert(u == 0);
    assert(--u == 255);
    int v[3] = { 1, 2, 3 }, k = 0;
    v[k++] += 10;
    assert(v[0] == 11 && k == 1);
    return 0;
}
