// verdict: UNSAFE 11
#include <assert.h>
int main(void) {
    assert(sizeof(1) == 4 && sizeof(1L) == 8 && sizeof(1LL) == 8);
    assert(sizeof(2147483647) == 4);
    assert(sizeof(2147483648) == 8);
    assert(sizeof(0xffffffff) == 4);
    assert(0xffffffff > 0);
    assert(-2147483648 < 0);
    assert(010 == 8 && 0x10 == 16);
    assert(-1 != 0xffffffff);
    assert(-1 != 4294967295);
    assert(sizeof('a') == 4);
    return 0;
}
