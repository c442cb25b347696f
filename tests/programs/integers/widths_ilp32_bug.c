// verdict: UNSAFE 10
// options: --data-model ilp32
// unchecked: the compiler here has no 32-bit libraries
#include <assert.h>
int main(void) {
    unsigned long all = -1;
    assert(sizeof(long) == 4);
    assert(sizeof(void *) == 4);
    assert(sizeof(long long) == 8);
    assert(all > 4294967295u);
    return 0;
}
