// verdict: SAFE
#include <assert.h>
int main(void) {
    int x = 0;
    goto inside;
    {
        x += 100;
    inside:
        x += 1;
    }
    assert(x == 1);
    return 0;
}
