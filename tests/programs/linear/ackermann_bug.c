// verdict: UNSAFE 14
// options: --engine linear --quiet
#include <assert.h>
int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void)
{
    assert(ackermann(2, 3) == 8);
    return 0;
}
