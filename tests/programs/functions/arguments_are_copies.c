// verdict: SAFE
#include <assert.h>
static int drain(int n) {
    int steps = 0;
    while (n > 0) {
        n /= 2;
        steps++;
    }
    return steps;
}
static long narrow(unsigned char c) { return c; }
int main(void) {
    int n = 100;
    assert(drain(n) == 7 && n == 100);
    assert(narrow(n + 200) == 44);
    return 0;
}
