// verdict: UNSAFE 10
// options: --engine arrays --quiet
#include <assert.h>
int a[10];
int main(void)
{
    for (int i = 0; i < 10; i++)
        a[i] = (i + 1) % 10;
    for (int i = 0; i < 10; i++)
        assert(a[a[i]] == i);
    return 0;
}
