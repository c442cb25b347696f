// verdict: UNKNOWN
#include <assert.h>
int main(void) {
    int x = 5;
    char *p = (char *)&x;
    p += 4;
    assert((int *)p == &x);
    return 0;
}
