/* Neighbours of the Fibonacci numbers: the product of the outer two and the square of the middle
   one differ by one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "fibonacci_identity.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

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

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 14);
    int a = 0;
    int b = 1;
    int c = 1;
    int sign = -1;
    for (int i = 0; i < n; i++) {
        a = b;
        b = c;
        c = a + b;
        sign = -sign;
    }
    __VERIFIER_assert(a * c - b * b == sign);
    return 0;
}
