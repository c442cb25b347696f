// verdict: SAFE
#include <assert.h>
#include <string.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, b[4];
    unsigned char bytes[6];
    memset(b, 0, sizeof b);
    assert(b[0] == 0 && b[3] == 0);
    memcpy(b + 1, a, 2 * sizeof(int));
    assert(b[0] == 0 && b[1] == 1 && b[2] == 2 && b[3] == 0);
    memset(bytes, 'x', sizeof bytes);
    memset(bytes + 4, 1, 2);
    assert(bytes[3] == 'x' && bytes[5] == 1);
    memset(a, 0xff, sizeof a);
    assert(a[2] == -1);
    return 0;
}
