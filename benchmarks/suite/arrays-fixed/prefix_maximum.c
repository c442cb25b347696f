/* best[i] is the maximum of a[0..i]: it is at least a[i], and it never falls. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "prefix_maximum.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 50

int main(void) {
    int a[SIZE];
    int best[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    best[0] = a[0];
    for (int i = 1; i < SIZE; i++) {
        if (a[i] > best[i - 1]) {
            best[i] = a[i];
        } else {
            best[i] = best[i - 1];
        }
    }
    for (int i = 1; i < SIZE; i++) {
        __VERIFIER_assert(best[i] >= a[i]);
        __VERIFIER_assert(best[i] >= best[i - 1]);
    }
    return 0;
}
