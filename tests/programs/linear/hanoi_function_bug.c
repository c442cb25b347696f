// verdict: UNSAFE 12
// options: --engine linear --quiet
#include <assert.h>
int hanoi(int n)
{
    if (n == 0)
        return 0;
    return 2 * hanoi(n - 1) + 1;
}
int main(void)
{
    assert(hanoi(30) == 1073741824);
    return 0;
}
