// verdict: UNSAFE 7
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
void reach_error() { assert(0); }
int main(void) {
    if (__VERIFIER_nondet_int() == 0)
        reach_error();
    return 0;
}
