/* Bubble sort of six inputs, neighbours compared to the end of the unsorted part. The mistake: the
   inner loop ends one pair early in each round. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bubble_fixed_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 6

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    for (int end = SIZE; end > 1; end--) {
        for (int i = 0; i + 2 < end; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
        }
    }
    for (int i = 0; i + 1 < SIZE; i++) {
        __VERIFIER_assert(a[i] <= a[i + 1]);
    }
    return 0;
}
