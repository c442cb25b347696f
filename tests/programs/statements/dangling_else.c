// verdict: SAFE
#include <assert.h>
int main(void) {
    int x = 1, path = 0;
    if (x > 0)
        if (x > 5)
            path = 1;
        else
            path = 2;
    assert(path == 2);
    return 0;
}
