// verdict: SAFE
#include <assert.h>
int main(void) {
    int a[6] = {0, 10, 20, 30, 40, 50};
    char *bytes = (char *)a;
    bytes += 2 * sizeof(int);
    assert(*(int *)bytes == 20);
    void *raw = a + 1;
    raw += 8;
    assert(*(int *)raw == 30);
    assert((char *)(a + 3) - (char *)a == 12);
    short *halves = (short *)a;
    assert(*(int *)(halves + 10) == 50);
    return 0;
}
