// verdict: UNSAFE 13
#include <assert.h>
static int depth_sum(int n) {
    int mine = n * n;
    static int deepest;
    if (n > deepest)
        deepest = n;
    int below = n > 0 ? depth_sum(n - 1) : 0;
    return mine + below + (n == 0 ? deepest : 0);
}
int main(void) {
    assert(depth_sum(4) == 30 + 4);
    assert(depth_sum(2) == 5 + 2);
    return 0;
}
