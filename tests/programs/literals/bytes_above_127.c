// verdict: SAFE
#include <assert.h>
static unsigned char high[] = "\200\377z";
static const unsigned char table[2][3] = { "\xfe\x01", { 0x80, 'a', 200 } };
static signed char low[4] = "\200a";
int main(void) {
    assert(high[0] == 128 && high[1] == 255 && high[2] == 'z' && high[3] == 0);
    assert(table[0][0] == 254 && table[1][2] == 200);
    assert(low[0] == -128 && low[1] == 'a');
    return 0;
}
