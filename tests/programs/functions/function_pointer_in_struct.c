// verdict: SAFE
#include <assert.h>
struct shape { int (*area)(const struct shape *); int a, b; };
static int rectangle(const struct shape *s) { return s->a * s->b; }
static int square(const struct shape *s) { return s->a * s->a; }
int main(void) {
    struct shape shapes[3] = { { rectangle, 2, 3 }, { square, 4 }, { rectangle, 5, 6 } };
    int total = 0;
    for (int i = 0; i < 3; i++)
        total += shapes[i].area(&shapes[i]);
    assert(total == 6 + 16 + 30);
    return 0;
}
