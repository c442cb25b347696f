// verdict: UNSAFE 15
// options: --engine arrays --quiet
// unchecked: reads cells that nobody set
#include <assert.h>

int main(void)
{
    int i, a[30];
    a[2] = 9;
    i = 0;
    while (a[i] != 9) {
        a[i] = 2 * i;
        i = i + 1;
    }
    assert(i <= 1);
    return 0;
}
