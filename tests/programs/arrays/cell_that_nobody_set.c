// verdict: UNSAFE 11
// options: --engine arrays --quiet
// unchecked: compiled C has some value there
#include <assert.h>
int main(void)
{
    int a[4];
    a[0] = 0;
    a[1] = 0;
    a[3] = 0;
    assert(a[2] == 0);
    return 0;
}
