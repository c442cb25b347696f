// verdict: SAFE
// options: --engine arrays
#include <assert.h>
int a[10];
int main(void)
{
    for (int i = 0; i < 10; i++)
        a[i] = 9 - i;
    for (int i = 0; i < 10; i++)
        assert(a[a[i]] == i);
    return 0;
}
