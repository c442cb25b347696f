// verdict: UNSAFE 15
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void)
{
    struct pair p, q;
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    p.a = x;
    p.b = y;
    q.a = p.b;
    q.b = p.a;
    p = q;
    assert(p.a == x && p.b == x);
    return 0;
}
