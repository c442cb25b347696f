// verdict: SAFE
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
    assert(total == 1121);
    return 0;
}
