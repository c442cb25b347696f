// The lock is held exactly when the loop is left.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int lock = 0, seen, stamp = 0;

    do {
        assert(lock == 0);
        lock = 1;
        seen = stamp;
        if (__VERIFIER_nondet_int() && stamp < 1000) {
            lock = 0;
            stamp++;
        }
    } while (stamp != seen);
    assert(lock == 1);
    return 0;
}
