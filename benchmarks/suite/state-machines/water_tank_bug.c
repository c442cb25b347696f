/* The controller of a tank with two valves keeps the level between its marks, with delays of one
   step. The mistake: the inflow is decided on the level of the step before and the outflow on the
   present one. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "water_tank_bug.c", 0, "reach_error"); }
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
    int level = 50;
    int inflow = 0;
    int before = 50;
    while (__VERIFIER_nondet_bool()) {
        int use = __VERIFIER_nondet_int();
        assume_abort_if_not(use >= 0 && use <= 10);
        if (before < 30) {
            inflow = 1;
        } else if (before > 70) {
            inflow = 0;
        }
        before = level;
        if (inflow) {
            level += 12;
        }
        level -= use;
        __VERIFIER_assert(level >= 20 && level <= 82);
    }
    return 0;
}
