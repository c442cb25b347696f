// verdict: UNSAFE 14
#include <assert.h>
struct vec { int x, y; };
static int dot(struct vec a, struct vec b) { return a.x * b.x + a.y * b.y; }
static int total(const int *p, int n) {
    int s = 0;
    while (n-- > 0)
        s += *p++;
    return s;
}
int main(void) {
    struct vec v;
    v = (struct vec){ .y = 2, .x = 3 };
    assert(dot(v, (struct vec){ 4, 5 }) == 23);
    assert(total((int[]){ 1, 2, 3, 4 }, 4) == 10);
    return 0;
}
