// verdict: UNKNOWN
// unchecked: no C compiler has the function
#include <assert.h>
int __CPROVER_saturating_plus(int a, int b);
int main(void) {
    assert(__CPROVER_saturating_plus(2147483647, 1) == 2147483647);
    return 0;
}
