// verdict: UNSAFE 41
// options: --engine linear --quiet
// inputs: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    int x = 0;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    if (__VERIFIER_nondet_bool())
        x = x + 1;
    if (__VERIFIER_nondet_bool())
        x = x + 2;
    assert(x >= 0 && x < 24);
    return 0;
}
