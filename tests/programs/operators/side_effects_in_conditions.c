// verdict: SAFE
#include <assert.h>
int main(void) {
    int n = 3, steps = 0;
    while (n--)
        steps++;
    assert(steps == 3 && n == -1);
    int x;
    if ((x = steps * 2) > 5 && (x -= 6) == 0)
        steps = 100;
    assert(x == 0 && steps == 100);
    return 0;
}
