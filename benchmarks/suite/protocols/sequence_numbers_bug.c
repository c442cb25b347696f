/* A sender with a window of three messages whose numbers are sent modulo four: an old message is
   never taken for a new one. The mistake: the window is four, as large as there are numbers. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sequence_numbers_bug.c", 0, "reach_error"); }
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

#define NUMBERS 4
#define WINDOW 4

int main(void) {
    int base = 0;
    int next = 0;
    int expected = 0;
    int full = 0;
    int number = 0;
    int message = 0;
    while (__VERIFIER_nondet_bool() && next < 100000) {
        int event = __VERIFIER_nondet_int();
        if (event == 0) {
            int which = __VERIFIER_nondet_int();
            assume_abort_if_not(which >= base && which <= next && which < base + WINDOW);
            message = which;
            number = which % NUMBERS;
            full = 1;
            if (which == next) {
                next++;
            }
        } else if (event == 1) {
            full = 0;
        } else if (event == 2 && full) {
            full = 0;
            if (number == expected % NUMBERS) {
                __VERIFIER_assert(message == expected);
                expected++;
            }
        } else if (event == 3) {
            base = expected;
        }
    }
    return 0;
}
