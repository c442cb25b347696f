// verdict: SAFE
#include <assert.h>
long long power(long long base, unsigned exponent) {
    long long result = 1;
    while (exponent) {
        if (exponent & 1)
            result *= base;
        exponent >>= 1;
        if (exponent)
            base *= base;
    }
    return result;
}
int main(void) {
    assert(power(3, 39) == 4052555153018976267LL);
    assert(power(-2, 63) == -9223372036854775807LL - 1);
    assert(power(10, 18) / 1000000000 == 1000000000);
    return 0;
}
