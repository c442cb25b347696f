// verdict: UNKNOWN
#include <assert.h>
int main(void) {
    int x = 0;
    int *p = (int *)(long)&x;
    assert(p != &x);
    return 0;
}
