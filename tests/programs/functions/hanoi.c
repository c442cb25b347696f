// verdict: SAFE
#include <assert.h>
int pegs[3] = { 6, 0, 0 }, moves;
static void hanoi(int n, int from, int to) {
    if (n == 0)
        return;
    int other = 3 - from - to;
    hanoi(n - 1, from, other);
    pegs[from]--;
    pegs[to]++;
    moves++;
    hanoi(n - 1, other, to);
}
int main(void) {
    hanoi(6, 0, 2);
    assert(moves == 63);
    assert(pegs[0] == 0 && pegs[1] == 0 && pegs[2] == 6);
    return 0;
}
