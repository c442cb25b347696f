// verdict: SAFE
// options: --property memory
#include <assert.h>

struct list {
    int value;
    struct list *next;
};

static int *larger(int *a, int *b) { return *a > *b ? a : b; }

static int sum(struct list *at, int depth) {
    struct list here = {depth, at};
    if (depth == 0) {
        int total = 0;
        for (struct list *p = &here; p; p = p->next)
            total += p->value;
        return total;
    }
    return sum(&here, depth - 1);
}

int main(void) {
    int x = 3, y = 5;
    *larger(&x, &y) = 1;
    for (int i = 0; i < 3; i++) {
        int mine = i;
        int *p = &mine;
        *p += 1;
        assert(mine == i + 1);
    }
    assert(x == 3 && y == 1);
    assert(sum(0, 4) == 10);
    return 0;
}
