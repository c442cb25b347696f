// verdict: UNSAFE 12
#include <assert.h>
#define CHECK(x) \
    do { \
        int checked_ = (x); \
        assert(checked_); \
    } while (0)

int main(void) {
    int a = 1;
    CHECK(a == 1);
    CHECK(a == 2);
    return 0;
}
