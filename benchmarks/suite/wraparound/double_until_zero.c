/* Doubling an unsigned number gives zero after at most 32 steps. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "double_until_zero.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    int steps = 0;
    while (x != 0) {
        x = x + x;
        steps++;
    }
    __VERIFIER_assert(steps <= 32);
    return 0;
}
