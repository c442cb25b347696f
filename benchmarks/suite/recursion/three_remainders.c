/* Three functions call each other in a circle and so find the remainder by three; far away they
   take a long step. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "three_remainders.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int one(unsigned int n);
int two(unsigned int n);

int zero(unsigned int n) {
    if (n == 0) {
        return 0;
    }
    if (n > 900) {
        return zero(n - 300);
    }
    return one(n - 1);
}

int one(unsigned int n) {
    if (n == 0) {
        return 1;
    }
    return two(n - 1);
}

int two(unsigned int n) {
    if (n == 0) {
        return 2;
    }
    if (n > 600) {
        return two(n - 300);
    }
    return zero(n - 1);
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n <= 5000);
    __VERIFIER_assert(zero(n) == (int)(n % 3));
    return 0;
}
