// verdict: SAFE
// options: --engine arrays
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *a = malloc(10 * sizeof(int)), *b = malloc(10 * sizeof(int));
    if (!a || !b)
        return 0;
    int *p = a;
    for (int i = 0; i < 10; i++)
        a[i] = 0;
    b[3] = 1;
    assert(a[3] == 0);
    return 0;
}
