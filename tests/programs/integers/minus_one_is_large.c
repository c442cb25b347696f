// verdict: UNSAFE 8
#include <assert.h>
int main(void) {
    int minus = -1;
    unsigned one = 1;
    long wide = -1;
    unsigned short small = 1;
    assert(minus < one);
    assert(wide < one);
    assert(minus < small);
    assert((long)minus < (long)one);
    return 0;
}
