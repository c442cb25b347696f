/* A counter that grows by 5 modulo 2^16 comes to every value; after 13107 steps from zero it is at
   65535. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "step_hits_multiple.c", 0, "reach_error"); }

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned short x = 0;
    unsigned int steps = 0;
    while (steps < 13107) {
        x = (unsigned short)(x + 5);
        steps++;
        __VERIFIER_assert(x == steps * 5);
    }
    __VERIFIER_assert(x == 65535);
    return 0;
}
