// verdict: SAFE
// options: --engine bmc --unwind 1 --property bounds
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define N 37

int ring[N];

int main(void)
{
    unsigned at = 0;
    while (__VERIFIER_nondet_int()) {
        ring[at] = __VERIFIER_nondet_int();
        at = (at + 1) % N;
    }
    return 0;
}
