// verdict: UNSAFE 15
// options: --engine predicates

// A recursive descent that returns 0 for a syntax error.
// Property: lock and unlock alternate, whatever the depth. Bug: a closing bracket that is missing
// makes a list return with the lock held.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int locked = 0;

void lock_table(void)
{
    assert(!locked);
    locked = 1;
}

void unlock_table(void)
{
    assert(locked);
    locked = 0;
}

int expression(int depth)
{
    int token = __VERIFIER_nondet_int();

    if (token < 0 || depth > 100)
        return 0;
    if (token == 0)
        return 1;
    if (!expression(depth + 1))
        return 0;
    lock_table();
    if (depth >= 2 && __VERIFIER_nondet_int() < 0)
        return 1; /* should be: unlock, and an error */
    unlock_table();
    return 1;
}

int main(void)
{
    while (__VERIFIER_nondet_int() > 0) {
        expression(0);
        assert(!locked);
    }
    return 0;
}
