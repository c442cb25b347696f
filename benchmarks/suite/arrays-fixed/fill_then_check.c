/* Every cell is set to twice its index and then read again. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "fill_then_check.c", 0, "reach_error"); }

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 4000

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = -1;
    }
    for (int i = 0; i < SIZE; i++) {
        a[i] = 2 * i;
    }
    for (int i = 0; i < SIZE; i++) {
        __VERIFIER_assert(a[i] == 2 * i);
    }
    return 0;
}
