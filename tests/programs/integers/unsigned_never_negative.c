// verdict: UNSAFE 14
#include <assert.h>
int main(void) {
    unsigned char c = 255;
    unsigned short s = 65535;
    unsigned u = 4294967295u;
    unsigned long l = 18446744073709551615ul;
    c++;
    s++;
    u++;
    l++;
    assert(c == 0 && s == 0 && u == 0 && l == 0);
    u--;
    assert(u == -2);
    return 0;
}
