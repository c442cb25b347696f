// verdict: SAFE
#include <assert.h>
int main(void) {
    int coins[3] = { 1, 5, 12 }, best[31];
    best[0] = 0;
    for (int v = 1; v <= 30; v++) {
        best[v] = 1000;
        for (int c = 0; c < 3; c++)
            if (coins[c] <= v && best[v - coins[c]] + 1 < best[v])
                best[v] = best[v - coins[c]] + 1;
    }
    assert(best[15] == 3);
    assert(best[30] == 4);
    return 0;
}
