// verdict: UNKNOWN
#include <assert.h>
union { float f; unsigned u; } x;
int main(void) {
    x.u = 5;
    assert(x.u == 5);
    x.f = 1.0f;
    assert(x.u == 5);
    return 0;
}
