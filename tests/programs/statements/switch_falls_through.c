// verdict: SAFE
#include <assert.h>
static int visited(int x) {
    int bits = 0;
    switch (x) {
    case 1:
        bits |= 1;
    case 2:
        bits |= 2;
        break;
    default:
        bits |= 4;
    case 3:
        bits |= 8;
    }
    return bits;
}
int main(void) {
    assert(visited(1) == 3);
    assert(visited(2) == 2);
    assert(visited(3) == 8);
    assert(visited(99) == 12);
    return 0;
}
