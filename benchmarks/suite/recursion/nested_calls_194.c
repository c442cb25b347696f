/* A function in the manner of McCarthy's, 8 up and 7 down with the border at 200: it is 194 for all
   arguments up to 201. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "nested_calls_194.c", 0, "reach_error"); }
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
    if (n > 200) {
        return n - 7;
    }
    return f(f(n + 8));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= -1000 && n <= 201);
    __VERIFIER_assert(f(n) == 194);
    return 0;
}
