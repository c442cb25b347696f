// verdict: UNKNOWN
#include <assert.h>
#include <string.h>
struct packed {
    unsigned low : 4, high : 4;
};
int main(void) {
    struct packed packed = {1, 2};
    unsigned all;
    memcpy(&all, &packed, sizeof all);
    assert(all == 1);
    return 0;
}
