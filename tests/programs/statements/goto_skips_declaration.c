// verdict: UNSAFE 16
#include <assert.h>

int half(int x) {
    if (x % 2)
        goto out;
    int result = x / 2;
    if (x < 0)
        result = -result;
out:
    return result;
}

int main(void) {
    assert(half(8) == 4 && half(-8) == 4);
    assert(half(7) == 0);
    return 0;
}
