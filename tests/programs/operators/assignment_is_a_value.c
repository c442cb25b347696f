// verdict: SAFE
#include <assert.h>
int main(void) {
    int a, b, c;
    a = b = c = 7;
    assert(a == 7 && b == 7);
    unsigned char narrow;
    int wide = narrow = 300;
    assert(wide == 44);
    return 0;
}
