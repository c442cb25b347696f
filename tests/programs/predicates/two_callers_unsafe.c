// verdict: UNSAFE 16
// options: --engine predicates

// A log function that remembers in a global whether its caller has the lock.
// Property: lock and unlock alternate. Bug: a nested call forgets what the outer one needs to know.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int lock = 0;
int was_locked = 0;

void expect(int value)
{
    if (lock != value) {
        reach_error();
        abort();
    }
}

void acquire(void)
{
    expect(0);
    lock = 1;
}

void release(void)
{
    expect(1);
    lock = 0;
}

void flush(void)
{
    was_locked = lock;
    if (was_locked)
        release();
}

void write_log(void)
{
    was_locked = lock;
    if (was_locked)
        release();
    if (__VERIFIER_nondet_int() > 0)
        flush();
    if (was_locked)
        acquire();
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        write_log();
        acquire();
        write_log();
        release();
    }
    expect(0);
    return 0;
}
