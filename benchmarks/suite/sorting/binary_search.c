/* Binary search in a sorted array: a key that is in the array is found. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "binary_search.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

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

#define SIZE 16

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_uchar() + 1;
        if (i > 0) {
            a[i] += a[i - 1];
        }
    }
    int where = __VERIFIER_nondet_int();
    assume_abort_if_not(where >= 0 && where < SIZE);
    int key = a[where];
    int low = 0;
    int high = SIZE;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    __VERIFIER_assert(low == where);
    return 0;
}
