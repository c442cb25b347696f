// verdict: UNSAFE 12
// options: --engine linear --quiet
#include <assert.h>
int depth(int n)
{
    if (n == 0)
        return 0;
    return depth(n - 1) + 1;
}
int main(void)
{
    assert(depth(100000) == 100001);
    return 0;
}
