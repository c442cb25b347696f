// verdict: UNSAFE 7
#include <assert.h>
#include <string.h>
int main(void) {
    int a[3];
    memset(a, 1, sizeof a);
    assert(a[0] == 1);
    return 0;
}
