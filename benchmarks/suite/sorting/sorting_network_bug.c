/* Four values are sorted by a network of five comparisons. The mistake: the last comparison is made
   between the wrong two wires. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sorting_network_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define CHECK(p, q)      \
    if (a[p] > a[q]) {   \
        int t = a[p];    \
        a[p] = a[q];     \
        a[q] = t;        \
    }

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    CHECK(0, 1)
    CHECK(2, 3)
    CHECK(0, 2)
    CHECK(1, 3)
    CHECK(0, 1)
    __VERIFIER_assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
    return 0;
}
