// verdict: SAFE
#include <assert.h>
int main(void) {
    int runs = 0, sum = 0;
    do
        runs++;
    while (0);
    assert(runs == 1);
    do {
        if (runs == 3)
            continue;
        sum += runs;
    } while (runs++ < 5);
    assert(runs == 6);
    assert(sum == 1 + 2 + 4 + 5);
    return 0;
}
