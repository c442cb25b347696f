// verdict: UNKNOWN
#include <assert.h>
extern int extension(int) __attribute__((weak));
int main(void) {
    int x = 0;
    if (extension)
        x = 1;
    assert(x == 0);
    return 0;
}
