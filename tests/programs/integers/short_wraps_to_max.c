// verdict: UNSAFE 14
#include <stdint.h>
#include <limits.h>
#include <assert.h>
int main(void) {
    uint8_t a = UINT8_MAX;
    int16_t b = INT16_MIN;
    uint32_t c = UINT32_MAX;
    int64_t d = INT64_MAX;
    a += 2;
    b -= 1;
    c *= 2;
    assert(a == 1);
    assert(b == INT16_MIN - 1);
    assert(c == UINT32_MAX - 1);
    assert(d == LLONG_MAX && d == 9223372036854775807);
    return 0;
}
