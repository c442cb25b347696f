// verdict: UNSAFE 12
#include <assert.h>
struct shape { int kind; union { long side; int *sides; } u; };
int main(void) {
    int sides[2] = {3, 4};
    struct shape s;
    s.kind = 0;
    s.u.side = 5;
    assert(s.u.side == 5);
    s.kind = 1;
    s.u.sides = sides;
    assert(s.u.sides[1] == 3);
    return 0;
}
