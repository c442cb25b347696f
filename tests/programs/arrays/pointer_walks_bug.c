// verdict: UNSAFE 10
// options: --engine arrays --quiet
#include <assert.h>
int a[64];
int main(void)
{
    for (int *p = a; p < a + 64; p++)
        *p = p == a ? 0 : 3;
    for (int i = 0; i < 64; i++)
        assert(a[i] == 3);
    return 0;
}
