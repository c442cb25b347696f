// verdict: UNSAFE 20
#include <assert.h>
struct point { int x, y; };
struct rect { struct point low, high; };
static int area(const struct rect *r) {
    return (r->high.x - r->low.x) * (r->high.y - r->low.y);
}
static void move(struct rect *r, struct point by) {
    struct point *corners[2] = { &r->low, &r->high };
    for (int i = 0; i < 2; i++) {
        corners[i]->x += by.x;
        corners[i]->y += by.y;
    }
}
int main(void) {
    struct rect r = { { 1, 2 }, { 4, 6 } };
    int before = area(&r);
    move(&r, (struct point){ 10, -10 });
    assert(area(&r) == before && before == 12);
    assert(r.low.x == 11 && r.high.y == 6);
    return 0;
}
