// verdict: UNSAFE 10
#include <assert.h>
int main(void) {
    char c = 200;
    unsigned char u = 200;
    assert(c < 0);
    assert(u > 0);
    assert(c == -56);
    assert((unsigned char)c == u);
    assert(c == u);
    return 0;
}
