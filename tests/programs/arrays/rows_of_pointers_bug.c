// verdict: UNSAFE 9
// options: --engine arrays --quiet
#include <assert.h>
int a[3], b[3];
int main(void)
{
    int *row[2] = { a, b };
    row[0][2] = 5;
    assert(b[2] == 5 && a[2] == 0);
    return 0;
}
