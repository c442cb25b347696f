/* Counting sort of digits: sorted at the end. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "counting_sort.c", 0, "reach_error"); }
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

#define SIZE 12
#define DIGITS 4

int main(void) {
    int a[SIZE];
    int count[DIGITS] = {0};
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(a[i] >= 0 && a[i] < DIGITS);
    }
    for (int i = 0; i < SIZE; i++) {
        count[a[i]]++;
    }
    int at = 0;
    for (int d = 0; d < DIGITS; d++) {
        for (int c = 0; c < count[d]; c++) {
            a[at] = d;
            at++;
        }
    }
    __VERIFIER_assert(at == SIZE);
    for (int i = 1; i < SIZE; i++) {
        __VERIFIER_assert(a[i - 1] <= a[i]);
    }
    return 0;
}
