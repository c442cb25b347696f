// verdict: UNSAFE 16
// inputs: 4294967286
/* A sum that wraps around for the ten greatest inputs. */
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int limit = 4294967040u;
    if (x < limit) {
        abort();
    }
    unsigned int sum = x + 10;
    if (sum < limit) {
        __assert_fail("sum >= limit", "sum_wraps_around.c", 16, "main");
    }
    return 0;
}
