// verdict: UNSAFE 9
// options: --engine arrays --quiet
#include <assert.h>
int main(void)
{
    int a[0], n = 0;
    for (int i = 0; i < (int) (sizeof a / sizeof(int)); i++)
        a[i] = 1;
    assert(n == 1);
    return 0;
}
