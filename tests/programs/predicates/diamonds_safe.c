// verdict: SAFE
// options: --engine predicates

// A chain of thirty branches: both sides step both counters, in a different order and with a
// different trace mark. 2^30 paths.
// Property: the counters stay equal, and equal to the number of branches after one round.
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
    int x, y, mark;

    while (__VERIFIER_nondet_int() > 0) {
        x = 0;
        y = 0;
        mark = 0;

        if (__VERIFIER_nondet_int()) {
            mark = 1;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 2;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 3;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 4;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 5;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 6;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 7;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 8;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 9;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 10;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }
        if (x != y)
            violation();

        if (__VERIFIER_nondet_int()) {
            mark = 11;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 12;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 13;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 14;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 15;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 16;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 17;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 18;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 19;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 20;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }
        if (x != y)
            violation();

        if (__VERIFIER_nondet_int()) {
            mark = 21;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 22;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 23;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 24;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 25;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 26;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 27;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 28;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 29;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }

        if (__VERIFIER_nondet_int()) {
            mark = 30;
            x = x + 1;
            y = y + 1;
        } else {
            y = y + 1;
            x = x + 1;
        }
        if (x != y)
            violation();

        if (x != 30 || mark > 30)
            violation();
    }
    return 0;
}
