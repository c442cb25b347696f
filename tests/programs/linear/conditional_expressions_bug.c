// verdict: UNSAFE 12
// options: --engine linear --quiet
// inputs: 0, 0, 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    int least = x < y ? (x < z ? x : z) : (y < z ? y : z);
    int most = x > y ? (x > z ? x : z) : (y > z ? y : z);
    assert(least <= x && least <= y && least <= z && (least == x || least == y || least == z));
    assert(least < most);
    return 0;
}
