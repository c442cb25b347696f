/* An array on the heap whose length is an input is filled and read again. The mistake: the block is
   filled from the end, but with the values of the way from the start. */
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "heap_array_filled_bug.c", 0, "reach_error"); }
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

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= 100000);
    int *a = malloc((unsigned long)n * sizeof(int));
    for (int i = 0; i < n; i++) {
        a[n - 1 - i] = n - i;
    }
    for (int i = 0; i < n; i++) {
        __VERIFIER_assert(a[i] + i == n);
    }
    free(a);
    return 0;
}
