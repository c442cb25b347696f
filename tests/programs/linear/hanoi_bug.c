// verdict: UNSAFE 16
// options: --engine linear --quiet
#include <assert.h>
int moves;
void hanoi(int n)
{
    if (n == 0)
        return;
    hanoi(n - 1);
    moves = moves + 1;
    hanoi(n - 1);
}
int main(void)
{
    hanoi(10);
    assert(moves == 1024);
    return 0;
}
