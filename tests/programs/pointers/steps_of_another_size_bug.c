// verdict: UNSAFE 7
#include <assert.h>
int main(void) {
    int a[6] = {0, 10, 20, 30, 40, 50};
    char *bytes = (char *)a;
    bytes += sizeof(int);
    assert(*(int *)bytes == 40);
    return 0;
}
