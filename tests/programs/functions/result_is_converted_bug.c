// verdict: UNSAFE 8
#include <assert.h>
static unsigned char low(int x) { return x; }
static _Bool truth(int x) { return x; }
static int wide(unsigned u) { return u; }
int main(void) {
    assert(low(0x1ff) == 255);
    assert(truth(1000) == 1000);
    assert(wide(4294967295u) == -1);
    return 0;
}
