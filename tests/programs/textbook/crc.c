// verdict: SAFE
#include <assert.h>
static unsigned char crc8(const unsigned char *data, int n) {
    unsigned char crc = 0;
    while (n--) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1;
    }
    return crc;
}
int main(void) {
    const unsigned char check[] = "123456789";
    assert(crc8(check, 9) == 0xf4);
    return 0;
}
