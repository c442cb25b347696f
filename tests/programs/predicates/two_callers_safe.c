// verdict: SAFE
// options: --engine predicates

// A log function is called with and without the lock and leaves it as it was.
// Property: lock and unlock alternate, the lock is free at the end.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int lock = 0;

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

/* Drops a lock that is held while it writes, and takes it again. */
void write_log(int locked)
{
    if (locked)
        release();
    acquire();
    release();
    if (locked)
        acquire();
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        write_log(0);
        acquire();
        if (__VERIFIER_nondet_int() > 0)
            write_log(1);
        if (__VERIFIER_nondet_int() < 0)
            write_log(1);
        release();
    }
    expect(0);
    return 0;
}
