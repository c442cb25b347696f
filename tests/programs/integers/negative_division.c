// verdict: SAFE
#include <assert.h>
int main(void) {
    int a = -7, b = 2;
    assert(a / b == -3);
    assert(a % b == -1);
    assert(7 / -2 == -3);
    assert(7 % -2 == 1);
    assert(a / b * b + a % b == a);
    assert(-8 >> 1 == -4);
    return 0;
}
