/* An array is rotated by one place; each cell holds what its right neighbour held. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "rotate_left.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 1000

int main(void) {
    int a[SIZE];
    int old[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        old[i] = a[i];
    }
    int first = a[0];
    for (int i = 0; i + 1 < SIZE; i++) {
        a[i] = a[i + 1];
    }
    a[SIZE - 1] = first;
    for (int i = 0; i < SIZE; i++) {
        if (i + 1 < SIZE) {
            __VERIFIER_assert(a[i] == old[i + 1]);
        } else {
            __VERIFIER_assert(a[i] == old[0]);
        }
    }
    return 0;
}
