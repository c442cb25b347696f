// verdict: SAFE
#include <assert.h>

struct row {
    int cell[3];
};

int seen;

struct row second(struct row a, struct row b) {
    seen = seen * 10 + a.cell[0];
    return b;
}

int main(void) {
    struct row one = {{1}}, two = {{2}}, three = {{3, 4, 5}};
    struct row last = second(one, second(two, three));
    assert(seen == 21);
    assert(last.cell[0] == 3 && last.cell[2] == 5);
    return 0;
}
