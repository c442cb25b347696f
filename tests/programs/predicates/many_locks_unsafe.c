// verdict: UNSAFE 13
// options: --engine predicates

// Fifteen locks, each taken when its own input says so and given back in the same round.
// Property: every lock that is to be given back is held. Bug: lock 11 goes away together with lock
// 4 when lock 13 is not wanted, so that it is given back twice.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void violation(void)
{
    reach_error();
    abort();
}

int main(void)
{
    int p1, lk1;
    int p2, lk2;
    int p3, lk3;
    int p4, lk4;
    int p5, lk5;
    int p6, lk6;
    int p7, lk7;
    int p8, lk8;
    int p9, lk9;
    int p10, lk10;
    int p11, lk11;
    int p12, lk12;
    int p13, lk13;
    int p14, lk14;
    int p15, lk15;

    while (1) {
        if (__VERIFIER_nondet_int() == 0)
            break;

        p1 = __VERIFIER_nondet_int();
        p2 = __VERIFIER_nondet_int();
        p3 = __VERIFIER_nondet_int();
        p4 = __VERIFIER_nondet_int();
        p5 = __VERIFIER_nondet_int();
        p6 = __VERIFIER_nondet_int();
        p7 = __VERIFIER_nondet_int();
        p8 = __VERIFIER_nondet_int();
        p9 = __VERIFIER_nondet_int();
        p10 = __VERIFIER_nondet_int();
        p11 = __VERIFIER_nondet_int();
        p12 = __VERIFIER_nondet_int();
        p13 = __VERIFIER_nondet_int();
        p14 = __VERIFIER_nondet_int();
        p15 = __VERIFIER_nondet_int();

        lk1 = 0;
        lk2 = 0;
        lk3 = 0;
        lk4 = 0;
        lk5 = 0;
        lk6 = 0;
        lk7 = 0;
        lk8 = 0;
        lk9 = 0;
        lk10 = 0;
        lk11 = 0;
        lk12 = 0;
        lk13 = 0;
        lk14 = 0;
        lk15 = 0;

        if (p1 != 0)
            lk1 = 1;
        if (p2 != 0)
            lk2 = 1;
        if (p3 != 0)
            lk3 = 1;
        if (p4 != 0)
            lk4 = 1;
        if (p5 != 0)
            lk5 = 1;
        if (p6 != 0)
            lk6 = 1;
        if (p7 != 0)
            lk7 = 1;
        if (p8 != 0)
            lk8 = 1;
        if (p9 != 0)
            lk9 = 1;
        if (p10 != 0)
            lk10 = 1;
        if (p11 != 0)
            lk11 = 1;
        if (p12 != 0)
            lk12 = 1;
        if (p13 != 0)
            lk13 = 1;
        if (p14 != 0)
            lk14 = 1;
        if (p15 != 0)
            lk15 = 1;

        if (p1 != 0) {
            if (lk1 != 1)
                violation();
            lk1 = 0;
        }
        if (p2 != 0) {
            if (lk2 != 1)
                violation();
            lk2 = 0;
        }
        if (p3 != 0) {
            if (lk3 != 1)
                violation();
            lk3 = 0;
        }
        if (p4 != 0) {
            if (lk4 != 1)
                violation();
            lk4 = 0;
            if (p13 == 0)
                lk11 = 0;
        }
        if (p5 != 0) {
            if (lk5 != 1)
                violation();
            lk5 = 0;
        }
        if (p6 != 0) {
            if (lk6 != 1)
                violation();
            lk6 = 0;
        }
        if (p7 != 0) {
            if (lk7 != 1)
                violation();
            lk7 = 0;
        }
        if (p8 != 0) {
            if (lk8 != 1)
                violation();
            lk8 = 0;
        }
        if (p9 != 0) {
            if (lk9 != 1)
                violation();
            lk9 = 0;
        }
        if (p10 != 0) {
            if (lk10 != 1)
                violation();
            lk10 = 0;
        }
        if (p11 != 0) {
            if (lk11 != 1)
                violation();
            lk11 = 0;
        }
        if (p12 != 0) {
            if (lk12 != 1)
                violation();
            lk12 = 0;
        }
        if (p13 != 0) {
            if (lk13 != 1)
                violation();
            lk13 = 0;
        }
        if (p14 != 0) {
            if (lk14 != 1)
                violation();
            lk14 = 0;
        }
        if (p15 != 0) {
            if (lk15 != 1)
                violation();
            lk15 = 0;
        }
    }
    return 0;
}
