// verdict: SAFE
#include <assert.h>
enum color { RED, GREEN = 5, BLUE, DARK = -2, DIM };
enum { LIMIT = 1 << 4, HALF = LIMIT / 2 };
int main(void) {
    enum color c = BLUE;
    assert(RED == 0 && GREEN == 5 && c == 6);
    assert(DARK == -2 && DIM == -1);
    assert(LIMIT == 16 && HALF == 8);
    c = (enum color)(c + DIM);
    assert(c == GREEN);
    return 0;
}
