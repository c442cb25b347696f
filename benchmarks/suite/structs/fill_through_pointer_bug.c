/* A function fills a part of an array that is given by a pointer and a length. The mistake: the
   caller passes a length that is one too small. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "fill_through_pointer_bug.c", 0, "reach_error"); }
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

#define SIZE 120

void fill(int *p, int n, int value) {
    for (int i = 0; i < n; i++) {
        p[i] = value;
    }
}

int main(void) {
    int a[SIZE];
    fill(a, SIZE, 0);
    int from = __VERIFIER_nondet_int();
    int to = __VERIFIER_nondet_int();
    assume_abort_if_not(from >= 0 && from <= to && to <= SIZE);
    fill(a + from, to - from - 1, 5);
    for (int i = 0; i < SIZE; i++) {
        if (i >= from && i < to) {
            __VERIFIER_assert(a[i] == 5);
        } else {
            __VERIFIER_assert(a[i] == 0);
        }
    }
    return 0;
}
