/* A table of indices points into a table of values; after a permutation of the indices every value
   is still reached once. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "index_table.c", 0, "reach_error"); }
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

#define SIZE 10

int main(void) {
    int index[SIZE];
    int seen[SIZE] = {0};
    for (int i = 0; i < SIZE; i++) {
        index[i] = i;
    }
    for (int round = 0; round < 3; round++) {
        int p = __VERIFIER_nondet_int();
        int q = __VERIFIER_nondet_int();
        assume_abort_if_not(p >= 0 && p < q && q < SIZE);
        int t = index[p];
        index[p] = index[q];
        index[q] = t;
    }
    for (int i = 0; i < SIZE; i++) {
        seen[index[i]]++;
    }
    for (int i = 0; i < SIZE; i++) {
        __VERIFIER_assert(seen[i] == 1);
    }
    return 0;
}
