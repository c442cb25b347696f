// verdict: UNSAFE 6
#include <assert.h>
int twice(int);
int main(void) {
    int f(int);
    assert(twice(4) == 9);
    assert(f(2) == 3);
    return 0;
}
int f(int x) { return x + 1; }
int twice(int x) { return x * 2; }
