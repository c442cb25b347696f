// verdict: UNKNOWN
#include <assert.h>
int main(void) {
    char *low = (char *)16, *high = (char *)48;
    assert(high - low == 32);
    return 0;
}
