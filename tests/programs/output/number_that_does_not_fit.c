// verdict: UNKNOWN
// What `atoi` returns then is undefined.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(atoi("2147483647") == 2147483647);
    assert(atoi("-2147483648") == -2147483647 - 1);
    assert(atol(" +9223372036854775807") == 9223372036854775807);
    assert(atoi("2147483648") == 2147483647);
    return 0;
}
