// verdict: UNSAFE 14
#include <assert.h>
int main(void) {
    int m[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = 4 * i + j;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
    assert(m[1][3] == 13 && m[3][1] == 7);
    return 0;
}
