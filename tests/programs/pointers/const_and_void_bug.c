// verdict: UNSAFE 15
#include <assert.h>
static int sum(const void *data, unsigned long count) {
    const unsigned char *p = data;
    int s = 0;
    while (count--)
        s += *p++;
    return s;
}
int main(void) {
    unsigned char bytes[4] = { 200, 100, 50, 25 };
    void *v = bytes;
    assert(sum(v, sizeof bytes) == 375);
    *(unsigned char *)v = 0;
    assert(sum(bytes, 4) == 375);
    return 0;
}
