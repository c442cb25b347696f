// verdict: UNSAFE 11
// options: --engine arrays --quiet
#include <assert.h>
int a[1000];
int main(void)
{
    int *p = a + 2;
    for (int i = 0; i < 1000; i++)
        a[i] = 0;
    p[2] = 5;
    assert(a[3] == 5);
    return 0;
}
