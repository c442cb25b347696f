// verdict: SAFE
// options: --engine arrays
#include <assert.h>
int a[1000];
int main(void)
{
    int *p = a + 2;
    for (int i = 0; i < 1000; i++)
        a[i] = 0;
    p[1] = 5;
    assert(a[3] == 5);
    return 0;
}
