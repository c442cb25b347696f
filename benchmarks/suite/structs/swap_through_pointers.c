/* A function that swaps two cells through pointers, called for cells of one array. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "swap_through_pointers.c", 0, "reach_error"); }
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

void swap(int *p, int *q) {
    int t = *p;
    *p = *q;
    *q = t;
}

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();
    assume_abort_if_not(i >= 0 && i < 10 && j >= 0 && j < 10);
    int x = a[i];
    int y = a[j];
    swap(&a[i], &a[j]);
    __VERIFIER_assert(a[i] == y);
    __VERIFIER_assert(a[j] == x);
    return 0;
}
