// verdict: UNKNOWN
// unchecked: there is no such builtin
#include <assert.h>
int main(void) {
    int x = 1;
    __builtin_scramble(&x);
    assert(x == 1);
    return 0;
}
