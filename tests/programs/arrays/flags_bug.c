// verdict: UNSAFE 17
// options: --engine arrays --quiet
// inputs: 5
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
_Bool seen[1000];
int main(void)
{
    int last = -1;
    for (int i = 0; i < 10; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x >= 1000)
            continue;
        seen[x / 2] = 1;
        last = x;
    }
    assert(last < 0 || seen[last]);
    return 0;
}
