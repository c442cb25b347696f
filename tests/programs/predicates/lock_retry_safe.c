// verdict: SAFE
// options: --engine predicates

// Classic retry loop: the lock is given back in a round that changes the stamp.
// Property: lock and unlock alternate; needs lock == 1 exactly when seen == stamp.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int lock;

void take(void)
{
    assert(lock == 0);
    lock = 1;
}

void give(void)
{
    assert(lock == 1);
    lock = 0;
}

int main(void)
{
    int stamp = __VERIFIER_nondet_int();
    int seen;

    if (stamp < 0 || stamp > 1000)
        return 0;
    lock = 0;
    do {
        take();
        seen = stamp;
        if (__VERIFIER_nondet_int() && stamp < 1000000) {
            give();
            stamp++;
        }
    } while (stamp != seen);
    give();
    return 0;
}
