/* Two sorted arrays are merged; the result is sorted. The mistake: equal cells are taken from both
   arrays at once, but written only once. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "merge_sorted_bug.c", 0, "reach_error"); }
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

#define SIZE 5

int main(void) {
    int a[SIZE];
    int b[SIZE];
    int c[2 * SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(i == 0 || (a[i - 1] <= a[i] && b[i - 1] <= b[i]));
    }
    int i = 0;
    int j = 0;
    int k = 0;
    while (i < SIZE && j < SIZE) {
        if (a[i] <= b[j]) {
            c[k] = a[i];
            j += a[i] == b[j];
            i++;
        } else {
            c[k] = b[j];
            j++;
        }
        k++;
    }
    while (i < SIZE) {
        c[k] = a[i];
        i++;
        k++;
    }
    while (j < SIZE) {
        c[k] = b[j];
        j++;
        k++;
    }
    __VERIFIER_assert(k == 2 * SIZE);
    for (int m = 1; m < 2 * SIZE; m++) {
        __VERIFIER_assert(c[m - 1] <= c[m]);
    }
    return 0;
}
