/* A date becomes the number of its day in the year and a date again. The mistake: the way back
   looks for the month as if the year after the last leap year were meant. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "day_of_the_year_bug.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

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

int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in(int month, int year) {
    if (month == 2) {
        return is_leap(year) ? 29 : 28;
    }
    if (month == 4 || month == 6 || month == 9 || month == 11) {
        return 30;
    }
    return 31;
}

int main(void) {
    int year = 1900 + __VERIFIER_nondet_uchar();
    int month = 1 + __VERIFIER_nondet_uchar() % 12;
    int day = 1 + __VERIFIER_nondet_uchar() % 31;
    assume_abort_if_not(day <= days_in(month, year));
    int number = day;
    for (int m = 1; m < month; m++) {
        number += days_in(m, year);
    }
    __VERIFIER_assert(number >= 1 && number <= 365 + is_leap(year));
    int m = 1;
    int rest = number;
    while (m < 12 && rest > days_in(m, year - year % 4 + 1)) {
        rest -= days_in(m, year);
        m++;
    }
    __VERIFIER_assert(m == month);
    __VERIFIER_assert(rest == day);
    return 0;
}
