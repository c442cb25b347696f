// verdict: UNSAFE 14
// options: --engine linear --quiet
// simulate: unknown
// inputs: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    int x = 0, y = 0;
    while (x < 100 && __VERIFIER_nondet_bool()) {
        x = x + 2;
        y = y + 1;
    }
    assert(x == 2 * y && x <= 98);
    return 0;
}
