/* Two indices meet in the middle of an array; together they write every cell once. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_fronts.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 2000

int main(void) {
    int a[SIZE];
    int low = 0;
    int high = SIZE - 1;
    while (low <= high) {
        if (__VERIFIER_nondet_bool()) {
            a[low] = 1;
            low++;
        } else {
            a[high] = 2;
            high--;
        }
    }
    __VERIFIER_assert(low == high + 1);
    for (int i = 0; i < SIZE; i++) {
        if (i < low) {
            __VERIFIER_assert(a[i] == 1);
        } else {
            __VERIFIER_assert(a[i] == 2);
        }
    }
    return 0;
}
