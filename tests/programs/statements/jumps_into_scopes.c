// verdict: SAFE
#include <assert.h>

int walk(int n) {
    int seen = 0;
    for (int i = 0; i < n; i++) {
        switch (i % 3) {
        case 0: {
            int twice = 2 * i;
            seen += twice;
            break;
        }
            int shared;
        case 1:
            shared = i;
            seen += shared;
            break;
        default:
            shared = 1;
            seen -= shared;
        }
    }
    if (n > 100)
        goto inside;
    {
        int bonus;
        bonus = 5;
        seen += bonus;
    inside:
        bonus = 1;
        seen += bonus;
    }
    return seen;
}

int main(void) {
    assert(walk(3) == 0 + 1 - 1 + 6);
    assert(walk(0) == 6);
    return 0;
}
