// verdict: SAFE
#include <assert.h>
struct point { int x, y, z; };
int main(void) {
    int a[8] = { [5] = 50, 60, [1] = 10, 20, [5] = 55 };
    struct point p = { .z = 3, .x = 1 };
    struct point q[2] = { [1] = { .y = 4 }, [0].z = 9 };
    int open[] = { [9] = 1 };
    assert(a[1] == 10 && a[2] == 20 && a[5] == 55 && a[6] == 60 && a[0] == 0);
    assert(p.x == 1 && p.y == 0 && p.z == 3);
    assert(q[1].y == 4 && q[0].z == 9 && q[0].x == 0);
    assert(sizeof open / sizeof *open == 10);
    return 0;
}
