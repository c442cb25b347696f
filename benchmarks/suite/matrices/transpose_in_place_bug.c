/* A square matrix of input contents is transposed in place by swaps across the diagonal. The
   mistake: the swaps run over all cells, so that every pair is swapped back. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "transpose_in_place_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 20

int main(void) {
    int a[SIZE][SIZE];
    int old[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            a[i][j] = __VERIFIER_nondet_int();
            old[i][j] = a[i][j];
        }
    }
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            int t = a[i][j];
            a[i][j] = a[j][i];
            a[j][i] = t;
        }
    }
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            __VERIFIER_assert(a[i][j] == old[j][i]);
        }
    }
    return 0;
}
