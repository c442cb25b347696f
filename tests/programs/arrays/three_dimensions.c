// verdict: SAFE
#include <assert.h>
static unsigned char cube[2][3][4];
int main(void) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = 12 * i + 4 * j + k;
    int sum = 0;
    for (int n = 0; n < 24; n++)
        sum += cube[n / 12][n / 4 % 3][n % 4];
    assert(sum == 276);
    assert(&cube[1][2][3] - &cube[1][2][0] == 3);
    return 0;
}
