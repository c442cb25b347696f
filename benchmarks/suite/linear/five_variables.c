/* A conserved sum over five counters that pass tokens in a ring. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "five_variables.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

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
    int a = __VERIFIER_nondet_int();
    assume_abort_if_not(a >= 5 && a <= 100000);
    int total = a;
    int b = 0;
    int c = 0;
    int d = 0;
    int e = 0;
    while (__VERIFIER_nondet_bool()) {
        int who = __VERIFIER_nondet_int();
        if (who == 0 && a > 0) {
            a--;
            b++;
        } else if (who == 1 && b > 0) {
            b--;
            c++;
        } else if (who == 2 && c > 1) {
            c -= 2;
            d += 2;
        } else if (who == 3 && d > 0) {
            d--;
            e++;
        } else if (who == 4 && e > 2) {
            e -= 3;
            a += 3;
        }
    }
    __VERIFIER_assert(a + b + c + d + e == total);
    __VERIFIER_assert(a >= 0 && b >= 0 && c >= 0 && d >= 0 && e >= 0);
    return 0;
}
