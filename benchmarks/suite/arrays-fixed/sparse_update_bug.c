/* A large array of zeros in which a few cells, far apart, are set by input. The mistake: two
   updates may hit the same cell, and then the count of cells that are set is too high. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sparse_update_bug.c", 0, "reach_error"); }
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

#define SIZE 100000

int a[SIZE];

int main(void) {
    int set = 0;
    for (int round = 0; round < 3; round++) {
        int k = __VERIFIER_nondet_int();
        assume_abort_if_not(k >= 0 && k < SIZE);
        set++;
        a[k] = 1;
    }
    int p = __VERIFIER_nondet_int();
    int q = __VERIFIER_nondet_int();
    assume_abort_if_not(0 <= p && p < q && q < SIZE);
    if (a[p] == 1 && a[q] == 1) {
        __VERIFIER_assert(set >= 2);
    }
    if (set == 3) {
        int others = a[0] + a[SIZE - 1];
        __VERIFIER_assert(others <= 2);
        int sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += a[i];
        }
        __VERIFIER_assert(sum == 3);
    }
    return 0;
}
