/* Inner and outer loop draw on one budget; the steps of both together never exceed it. The mistake:
   the inner loop takes one step when the budget is used up already. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "shared_counter_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

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
    int budget = __VERIFIER_nondet_int();
    assume_abort_if_not(budget >= 0 && budget <= 1000000);
    int outer = 0;
    int inner = 0;
    while (outer + inner < budget) {
        outer++;
        while (outer + inner <= budget && __VERIFIER_nondet_bool()) {
            inner++;
        }
        __VERIFIER_assert(outer >= 1);
    }
    __VERIFIER_assert(outer + inner == budget);
    return 0;
}
