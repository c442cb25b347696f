// verdict: SAFE
// options: --engine arrays
#include <assert.h>
int m[5][8];
int main(void)
{
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 8; j++)
            m[i][j] = 3;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 8; j++)
            assert(m[i][j] == 3);
    return 0;
}
