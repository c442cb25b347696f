// verdict: UNSAFE 33
// options: --engine predicates

// Pages of a log, as three nested loops.
// Property: between pages marks == lines. Bug: a line that is split gets its mark twice when it is
// split more than once.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int lines = 0;
    int marks = 0;
    int splits;

    while (__VERIFIER_nondet_int() > 0) {
        if (marks > 1000000)
            break;
        marks++; /* the page is opened */
        while (__VERIFIER_nondet_int() > 0 && marks <= 1000000) {
            lines++;
            marks++;
            splits = 0;
            while (__VERIFIER_nondet_int() > 0 && splits < 3) {
                splits++;
                if (splits == 2)
                    marks++;
            }
        }
        marks--; /* the page is closed */
    }
    assert(marks == lines);
    return 0;
}
