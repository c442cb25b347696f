// verdict: UNSAFE 10
// options: --engine linear --quiet --numbers integer
// unchecked: compiled C has machine numbers
#include <assert.h>
int main(void)
{
    int x = 1, i;
    for (i = 0; i < 40; i = i + 1)
        x = x + x;
    assert(x <= 2147483647);
    return 0;
}
