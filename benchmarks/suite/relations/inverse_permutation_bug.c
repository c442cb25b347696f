/* A table and its inverse stay inverse to each other under swaps by input. The mistake: the inverse
   is updated with the values from before the swap. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "inverse_permutation_bug.c", 0, "reach_error"); }
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

#define SIZE 9

int main(void) {
    int to[SIZE];
    int from[SIZE];
    for (int i = 0; i < SIZE; i++) {
        to[i] = i;
        from[i] = i;
    }
    while (__VERIFIER_nondet_bool()) {
        int p = __VERIFIER_nondet_int();
        int q = __VERIFIER_nondet_int();
        assume_abort_if_not(p >= 0 && p < SIZE && q >= 0 && q < SIZE);
        int t = to[p];
        from[to[p]] = p;
        from[to[q]] = q;
        to[p] = to[q];
        to[q] = t;
        int k = __VERIFIER_nondet_int();
        assume_abort_if_not(k >= 0 && k < SIZE);
        __VERIFIER_assert(from[to[k]] == k);
    }
    return 0;
}
