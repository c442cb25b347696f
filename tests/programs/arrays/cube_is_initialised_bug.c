// verdict: UNSAFE 11
// options: --engine arrays --quiet
#include <assert.h>
int c[4][3][5];
int main(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 5; k++)
                c[i][j][k] = i + j;
    assert(c[3][2][4] == 9);
    return 0;
}
