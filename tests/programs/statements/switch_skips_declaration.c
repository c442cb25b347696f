// verdict: UNSAFE 19
#include <assert.h>

int pick(int x) {
    switch (x) {
        int y;  // no case passes here: the variable is there, with any value
    case 1:
        return y;
    case 2:
        y = 3;
        return y;
    default:
        return 0;
    }
}

int main(void) {
    assert(pick(2) == 3 && pick(5) == 0);
    assert(pick(1) == 0);
    return 0;
}
