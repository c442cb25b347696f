/* Inputs from 0 to 9 are counted; the counts add up to the number of inputs. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bounded_histogram.c", 0, "reach_error"); }
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

#define INPUTS 20
#define BUCKETS 10

int main(void) {
    int count[BUCKETS] = {0};
    for (int i = 0; i < INPUTS; i++) {
        int x = __VERIFIER_nondet_int();
        assume_abort_if_not(x >= 0 && x < BUCKETS);
        count[x]++;
    }
    int sum = 0;
    for (int b = 0; b < BUCKETS; b++) {
        sum += count[b];
    }
    __VERIFIER_assert(sum == INPUTS);
    return 0;
}
