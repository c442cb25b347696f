// verdict: SAFE
// options: --engine linear --numbers integer
// unchecked: compiled C has machine numbers
#include <assert.h>
int main(void)
{
    int x = 1, i;
    for (i = 0; i < 40; i = i + 1)
        x = x + x;
    assert(x == 1099511627776LL);
    return 0;
}
