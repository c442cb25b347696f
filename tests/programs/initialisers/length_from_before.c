// verdict: SAFE
// options: --property unreach --property bounds
// The length of an array may stand in an earlier declaration than its initialiser.
#include <assert.h>

int pair[2];
int pair[] = {1};

static short three[3];
static short three[] = {1, 2};

extern int later[];
int later[] = {1, 2, 3};

int main(void) {
    assert(sizeof pair == 2 * sizeof(int));
    assert(pair[0] == 1 && pair[1] == 0);
    assert(sizeof three == 3 * sizeof(short));
    assert(three[1] == 2 && three[2] == 0);
    assert(sizeof later == 3 * sizeof(int));
    return 0;
}
