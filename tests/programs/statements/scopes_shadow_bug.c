// verdict: UNSAFE 14
#include <assert.h>
int x = 1;
int main(void) {
    int total = x;
    int x = 10;
    total += x;
    for (int x = 100; x < 101; x++) {
        total += x;
        int x = 1000;
        total += x;
    }
    total += x;
    assert(total == 1111);
    return 0;
}
