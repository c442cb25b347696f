// verdict: SAFE
// options: --engine arrays
#include <assert.h>
int a[1000];
int main(void)
{
    for (int i = 0; i < 1000; i += 2)
        a[i] = 1;
    for (int i = 1; i < 1000; i += 2)
        assert(a[i] == 0);
    return 0;
}
