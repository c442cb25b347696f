// verdict: UNSAFE 13
#include <assert.h>
static int steps(unsigned long n) {
    int count = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        count++;
    }
    return count;
}
int main(void) {
    assert(steps(1) == 0);
    assert(steps(27) < 100);
    return 0;
}
