// verdict: SAFE
#include <assert.h>
int main(void) {
    unsigned char c = 250;
    c += 10;
    assert(c == 4);
    c -= 5;
    assert(c == 255);
    short s = 1;
    s *= 100000;
    assert(s == -31072);
    int i = 10;
    i *= 3;
    assert(i == 30);
    i -= 31u;
    assert(i == -1);
    return 0;
}
