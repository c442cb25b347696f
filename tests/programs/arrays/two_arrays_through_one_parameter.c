// verdict: SAFE
// options: --engine arrays
#include <assert.h>
int a[300], b[300];
void fill(int cells[], int value)
{
    for (int i = 0; i < 300; i++)
        cells[i] = value;
}
int main(void)
{
    fill(a, 1);
    fill(b, 2);
    for (int i = 0; i < 300; i++)
        assert(a[i] == 1);
    return 0;
}
