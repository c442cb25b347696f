// verdict: UNSAFE 13
#include <assert.h>
struct inner { short s; unsigned char bytes[3]; };
struct outer { int id; struct inner pair[2]; struct { int deep; } d; };
struct outer table[2] = {
    { 1, { { 10, { 1, 2, 3 } }, { 20, { 4 } } }, { 7 } },
    { .id = 2, .pair[1].bytes[2] = 9, .d.deep = 8 },
};
int main(void) {
    assert(table[0].pair[0].bytes[2] == 3);
    assert(table[0].pair[1].s == 20 && table[0].pair[1].bytes[1] == 0);
    assert(table[0].d.deep == 7);
    assert(table[1].pair[1].bytes[1] == 9 && table[1].pair[0].s == 0);
    assert(table[1].d.deep == 8);
    return 0;
}
