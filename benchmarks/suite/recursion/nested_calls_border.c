/* A function in the manner of McCarthy's, 8 up and 7 down. The mistake: at the border itself the
   function goes down already, so that some arguments end at another value. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "nested_calls_border.c", 0, "reach_error"); }
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

int f(int n) {
    if (n >= 200) {
        return n - 7;
    }
    return f(f(n + 8));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 190 && n <= 201);
    int r = f(n);
    __VERIFIER_assert(r >= 193);
    __VERIFIER_assert(r < 194);
    return 0;
}
