// verdict: SAFE
#include <assert.h>
int main(void) {
    assert(sizeof(char) == 1 && sizeof(signed char) == 1 && sizeof(unsigned char) == 1);
    assert(sizeof(short) == 2 && sizeof(unsigned short) == 2);
    assert(sizeof(int) == 4 && sizeof(unsigned) == 4);
    assert(sizeof(long) == 8 && sizeof(unsigned long) == 8);
    assert(sizeof(long long) == 8 && sizeof(void *) == 8);
    assert(sizeof(_Bool) == 1);
    return 0;
}
