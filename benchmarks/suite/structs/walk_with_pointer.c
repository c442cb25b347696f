/* A pointer walks over an array and counts cells above a threshold; the index way gives the same. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "walk_with_pointer.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 30

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int threshold = __VERIFIER_nondet_int();
    int by_pointer = 0;
    for (int *p = a; p != a + SIZE; p++) {
        if (*p > threshold) {
            by_pointer++;
        }
    }
    int by_index = 0;
    for (int i = 0; i < SIZE; i++) {
        if (a[i] > threshold) {
            by_index++;
        }
    }
    __VERIFIER_assert(by_pointer == by_index);
    return 0;
}
