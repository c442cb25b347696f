// verdict: UNSAFE 11
#include <assert.h>
int main(void) {
    int a[9] = { -2, 1, -3, 4, -1, 2, 1, -5, 4 };
    int best = a[0], here = a[0];
    for (int i = 1; i < 9; i++) {
        here = here > 0 ? here + a[i] : a[i];
        if (here > best)
            best = here;
    }
    assert(best == 7);
    return 0;
}
