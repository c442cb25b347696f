// verdict: SAFE
#include <assert.h>
int main(void) {
    unsigned long long top = 0xffffffffffffffffULL;
    assert(top == 18446744073709551615ull);
    assert(top + 1 == 0);
    assert((long long)(top >> 1) == 9223372036854775807ll);
    assert(top % 10 == 5);
    assert(top / 3 * 3 == top);
    return 0;
}
