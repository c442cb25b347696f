// verdict: SAFE
#include <assert.h>
int main(void) {
    int m[3][4], trace = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = i * 10 + j;
    for (int i = 0; i < 3; i++)
        trace += m[i][i];
    assert(trace == 33);
    assert(m[2][3] == 23);
    assert(sizeof m == 48 && sizeof m[0] == 16);
    return 0;
}
