// verdict: UNSAFE 8
// options: --engine arrays --property bounds --quiet
#include <assert.h>
int a[10];
int main(void)
{
    int i = 10;
    a[i] = 1;
    return 0;
}
