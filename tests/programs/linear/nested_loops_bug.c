// verdict: UNSAFE 10
// options: --engine linear --quiet
#include <assert.h>
int main(void)
{
    int i, j, count = 0;
    for (i = 0; i < 10; i = i + 1)
        for (j = 0; j < i; j = j + 1)
            count = count + 1;
    assert(count == 55);
    return 0;
}
