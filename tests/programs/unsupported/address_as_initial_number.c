// verdict: UNKNOWN
#include <assert.h>
static int x;
static long address = (long)&x;
int main(void) {
    assert(address != 0);
    return 0;
}
