// verdict: SAFE
// options: --engine arrays
#include <assert.h>
unsigned char a[300];
int main(void)
{
    for (int i = 0; i < 300; i++)
        a[i] = i;
    for (int i = 0; i < 5; i++)
        a[i] = a[256 + i];
    assert(a[4] == 4);
    return 0;
}
