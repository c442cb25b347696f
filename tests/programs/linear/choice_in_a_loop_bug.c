// verdict: UNSAFE 15
// options: --engine linear --quiet
// inputs: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    int i, x = 0;
    for (i = 0; i < 10; i = i + 1) {
        if (__VERIFIER_nondet_bool())
            x = x + 1;
        else
            x = x + 3;
    }
    assert(10 <= x && x <= 29);
    return 0;
}
