// verdict: UNKNOWN
#include <assert.h>
int main(void) {
    const int limit = 4;
    int *p = (int *)&limit;
    *p = 5;
    assert(limit == 5);
    return 0;
}
