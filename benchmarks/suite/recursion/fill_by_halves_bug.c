/* A recursive function fills a range of an array by filling its halves. The mistake: the right half
   starts one cell too late. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "fill_by_halves_bug.c", 0, "reach_error"); }
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

#define SIZE 200

int a[SIZE];

void fill(int from, int to) {
    if (from >= to) {
        return;
    }
    if (to - from == 1) {
        a[from] = 2 * from + 1;
        return;
    }
    int middle = from + (to - from) / 2;
    fill(from, middle);
    fill(middle + 1, to);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= SIZE);
    fill(0, n);
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(k >= 0 && k < n);
    __VERIFIER_assert(a[k] == 2 * k + 1);
    return 0;
}
