// verdict: UNSAFE 18
// options: --engine arrays --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct buffer { int used; int cell[64]; };
struct buffer b;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 63)
        return 0;
    b.used = 0;
    while (b.used < n) {
        b.cell[b.used] = 4;
        b.used++;
    }
    for (int i = 0; i <= b.used; i++)
        assert(b.cell[i] == 4);
    return 0;
}
