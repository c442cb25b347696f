// verdict: SAFE
// unchecked: the bytes lie as on x86
#include <assert.h>
#include <string.h>
static unsigned sum(const void *from, unsigned long n) {
    const unsigned char *p = from;
    unsigned s = 0;
    while (n--)
        s += *p++;
    return s;
}
int main(void) {
    int x = 0x01020304;
    unsigned short words[3] = {0x1122, 0x3344, 0x5566};
    unsigned char *p = (unsigned char *)&x;
    assert(p[0] == 4 && p[3] == 1);
    p[1] = 0xff;
    assert(x == 0x0102ff04);
    assert(sum(&x, sizeof x) == 4 + 0xff + 2 + 1);
    char *c = (char *)words;
    assert(c[2] == 0x44 && c[5] == 0x55);
    unsigned short *back = (unsigned short *)(c + 2);
    assert(*back == 0x3344 && back == &words[1]);
    assert((char *)back - c == 2);
    memset((char *)words, 0, sizeof words);
    assert(words[2] == 0);
    short *half = (short *)&x;
    half[1] = -1;
    assert(x == (int)0xffffff04);
    return 0;
}
