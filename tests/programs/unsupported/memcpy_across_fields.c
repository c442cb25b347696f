// verdict: UNKNOWN
#include <assert.h>
#include <string.h>
struct halves {
    int low[2], high[2];
};
int main(void) {
    struct halves halves = {{1, 2}, {3, 4}};
    int all[4];
    memcpy(all, &halves, sizeof halves);
    assert(all[2] == 3);
    return 0;
}
