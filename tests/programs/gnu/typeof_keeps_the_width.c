// verdict: UNSAFE 9
#include <assert.h>
int main(void) {
    unsigned char c = 250;
    __typeof__(c) d = 10;
    typeof(c + 0) e = 300;
    __typeof__(int[3]) a = { 1, 2, 3 };
    d += c;
    assert(d == 260);
    assert(e == 300 && sizeof a == 12);
    return 0;
}
