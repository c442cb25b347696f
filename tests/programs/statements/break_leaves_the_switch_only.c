// verdict: SAFE
#include <assert.h>
int main(void) {
    int rounds = 0;
    while (rounds < 4) {
        switch (rounds) {
        case 1:
            rounds += 2;
            break;
        case 3:
            rounds++;
            continue;
        default:
            rounds++;
        }
        rounds += 0;
    }
    assert(rounds == 4);
    return 0;
}
