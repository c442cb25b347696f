// verdict: UNSAFE 8
// simulate: unknown
// unchecked: an uninitialised variable has no value that compiled C must show
#include <assert.h>
int main(void) {
    int x;
    int y = x;
    assert(y != 77);
    return 0;
}
