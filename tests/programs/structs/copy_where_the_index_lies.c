// verdict: SAFE
#include <assert.h>

struct cell {
    char a[2];
};

struct cell cells[2];

int main(void) {
    // the place is chosen once, before the copy changes what chose it
    cells[cells[0].a[0] & 1] = (struct cell){{'y', 'z'}};
    assert(cells[0].a[0] == 'y' && cells[0].a[1] == 'z');
    assert(cells[1].a[0] == 0 && cells[1].a[1] == 0);
    struct cell other[2] = {{{1, 5}}, {{7, 9}}};
    other[0] = other[(int)other[0].a[0]];
    assert(other[0].a[0] == 7 && other[0].a[1] == 9);
    return 0;
}
