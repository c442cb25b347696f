// verdict: SAFE
// options: --engine linear
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int g = 1;
void first(void)
{
    if (__VERIFIER_nondet_bool())
        g = 3;
}
/* Its text can write g, but not when it is called like this. */
void second(int d)
{
    if (d == 0)
        g = 0;
}
int main(void)
{
    first();
    second(2);
    assert(g != 0);
    return 0;
}
