// verdict: SAFE
// options: --engine predicates

// Pages of a log: the inner loop fills a page, the outer one closes it with one extra mark.
// Property: in the inner loop marks == lines + 1, between pages marks == lines.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int lines = 0;
    int marks = 0;

    while (__VERIFIER_nondet_int() > 0) {
        if (marks > 1000000)
            break;
        marks++; /* the page is opened */
        while (__VERIFIER_nondet_int() > 0) {
            assert(marks == lines + 1);
            if (marks > 1000000)
                break;
            lines++;
            marks++;
        }
        marks--; /* the page is closed */
        assert(marks == lines);
    }
    assert(marks == lines);
    return 0;
}
