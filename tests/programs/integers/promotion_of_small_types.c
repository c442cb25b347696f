// verdict: SAFE
#include <assert.h>
int main(void) {
    unsigned char a = 200, b = 100;
    unsigned short s = 65535;
    assert(a + b == 300);
    assert((unsigned char)(a + b) == 44);
    assert(~a == -201);
    assert(a - b - b - b < 0);
    assert(s + 1 == 65536);
    assert(sizeof(a + b) == 4);
    return 0;
}
