/* Insertion sort does not change the sum of eight bytes. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sort_keeps_sum.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 8

int main(void) {
    unsigned char a[SIZE];
    unsigned int before = 0;
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        before += a[i];
    }
    for (int i = 1; i < SIZE; i++) {
        unsigned char value = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > value) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = value;
    }
    unsigned int after = 0;
    for (int i = 0; i < SIZE; i++) {
        after += a[i];
    }
    __VERIFIER_assert(before == after);
    return 0;
}
