// verdict: SAFE
// options: --engine arrays
// undefined: yes
#include <assert.h>
int a[10];
int main(void)
{
    int i = 10;
    a[i] = 1;
    assert(0);
    return 0;
}
