// verdict: UNSAFE 11
// options: --engine arrays --quiet
#include <assert.h>
int m[2][4];
int main(void)
{
    for (int j = 0; j < 4; j++)
        m[0][j] = 1;
    m[0][3] = 2;
    for (int j = 0; j < 4; j++)
        assert(m[0][j] == 1);
    return 0;
}
