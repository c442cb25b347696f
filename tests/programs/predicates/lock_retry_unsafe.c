// verdict: UNSAFE 20
// options: --engine predicates

// Retry loop with a second way to give the lock back.
// Property: lock and unlock alternate. Bug: an error gives the lock back but keeps the stamp.
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
    int stamp = 0;
    int seen;
    int rounds = 0;

    lock = 0;
    do {
        take();
        seen = stamp;
        if (__VERIFIER_nondet_int() && stamp < 1000000) {
            give();
            if (rounds < 2)
                rounds++;
            if (rounds < 2 || __VERIFIER_nondet_int() >= 0)
                stamp++;
        }
    } while (stamp != seen);
    give();
    return 0;
}
