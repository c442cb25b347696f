// verdict: SAFE
#include <assert.h>
struct counter { int count; int *log; int capacity; };
static void hit(struct counter *c, int what) {
    if (c->count < c->capacity)
        c->log[c->count++] = what;
}
int main(void) {
    int space[3];
    struct counter c = { 0, space, 3 };
    for (int i = 0; i < 10; i++)
        hit(&c, i * i);
    assert(c.count == 3);
    assert(space[2] == 4 && c.log == space);
    return 0;
}
