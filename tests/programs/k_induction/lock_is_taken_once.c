// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int held = 0;

void lock(void)
{
    assert(held == 0);
    held = 1;
}

void unlock(void)
{
    assert(held == 1);
    held = 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        lock();
        if (__VERIFIER_nondet_int()) {
            unlock();
            lock();
        }
        unlock();
    }
    return 0;
}
