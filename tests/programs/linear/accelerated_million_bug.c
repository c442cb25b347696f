// verdict: UNSAFE 15
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = 0, y = __VERIFIER_nondet_int(), start;
    __VERIFIER_assume(0 <= y && y <= 10);
    start = y;
    while (x < 1000000) {
        x = x + 1;
        y = y + 2;
    }
    assert(y == start + 1999998);
    return 0;
}
