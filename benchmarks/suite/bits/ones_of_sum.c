/* The number of ones of a disjunction and a conjunction together is that of both words. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "ones_of_sum.c", 0, "reach_error"); }
extern unsigned short __VERIFIER_nondet_ushort(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

unsigned int ones(unsigned int x) {
    x = x - ((x >> 1) & 0x5555u);
    x = (x & 0x3333u) + ((x >> 2) & 0x3333u);
    x = (x + (x >> 4)) & 0x0f0fu;
    return (x + (x >> 8)) & 0x1fu;
}

int main(void) {
    unsigned int a = __VERIFIER_nondet_ushort();
    unsigned int b = __VERIFIER_nondet_ushort();
    __VERIFIER_assert(ones(a | b) + ones(a & b) == ones(a) + ones(b));
    return 0;
}
