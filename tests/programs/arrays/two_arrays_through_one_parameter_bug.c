// verdict: UNSAFE 15
// options: --engine arrays --quiet
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
    fill(a, 2);
    for (int i = 0; i < 300; i++)
        assert(a[i] == 1);
    return 0;
}
