// verdict: SAFE
#include <assert.h>
int main(void) {
    int minus = -1;
    assert((unsigned char)minus == 255);
    assert((signed char)255 == -1);
    assert((long)(unsigned)minus == 4294967295L);
    assert((unsigned long)minus == 18446744073709551615ul);
    assert((_Bool)256 == 1);
    assert((char)(unsigned char)200 < 0);
    (void)minus;
    return 0;
}
