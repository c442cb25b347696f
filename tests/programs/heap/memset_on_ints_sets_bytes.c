// verdict: SAFE
#include <assert.h>
#include <string.h>
int main(void) {
    int a[3];
    memset(a, 1, sizeof a);
    assert(a[0] == 0x01010101);
    return 0;
}
