// verdict: SAFE
// options: --engine linear
#include <assert.h>
int g = 1;
/* Its assertion fails, but it is never called. */
void never(int d)
{
    g = d;
    assert(g == 0);
}
int main(void)
{
    if (!(0 <= 3))
        never(1);
    assert(g == 1);
    return 0;
}
