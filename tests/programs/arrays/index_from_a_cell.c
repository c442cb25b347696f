// verdict: SAFE
// options: --engine arrays
#include <assert.h>
int a[20];
int main(void)
{
    for (int i = 0; i < 20; i++)
        a[i] = i == 19 ? 0 : 19 - i;
    int k = a[3];
    assert(a[a[3]] == 3 && k != 3);
    return 0;
}
