// verdict: UNKNOWN
#include <assert.h>
#include <string.h>
int main(void) {
    int a[4] = {1, 2, 3, 4};
    memcpy(a + 1, a, 3 * sizeof(int));
    assert(a[3] == 3);
    return 0;
}
