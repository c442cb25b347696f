// verdict: UNKNOWN
#include <assert.h>
#include <setjmp.h>
static jmp_buf state;
int main(void) {
    volatile int tries = 0;
    if (setjmp(state) == 0) {
        tries++;
        longjmp(state, 1);
    }
    assert(tries == 1);
    return 0;
}
