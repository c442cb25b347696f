/* A recursion with two calls, for n-1 and n-2, counts its calls; a loop computes how many there
   must be. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "calls_of_two_branches.c", 0, "reach_error"); }
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

unsigned int calls;

void walk(int n) {
    calls++;
    if (n < 2) {
        return;
    }
    walk(n - 1);
    walk(n - 2);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 15);
    walk(n);
    unsigned int now = 1;
    unsigned int before = 1;
    for (int i = 2; i <= n; i++) {
        unsigned int next = 1 + now + before;
        before = now;
        now = next;
    }
    __VERIFIER_assert(calls == now);
    return 0;
}
