/* Inputs from 0 to 9 are counted; the counts add up to the number of inputs. The mistake: runs of
   equal inputs are gathered first, and the last run is forgotten when it ends with the inputs. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bounded_histogram_bug.c", 0, "reach_error"); }
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
    int run = 0;
    int before = 0;
    for (int i = 0; i < INPUTS; i++) {
        int x = __VERIFIER_nondet_int();
        assume_abort_if_not(x >= 0 && x < BUCKETS);
        if (x == before) {
            run++;
        } else {
            count[before] += run;
            count[x]++;
            run = 0;
            before = x;
        }
    }
    int sum = 0;
    for (int b = 0; b < BUCKETS; b++) {
        sum += count[b];
    }
    __VERIFIER_assert(sum == INPUTS);
    return 0;
}
