// verdict: UNKNOWN
#include <assert.h>
int main(void) {
    int x = 1;
    __asm__ volatile("addl $1, %0" : "+r"(x));
    assert(x == 2);
    return 0;
}
