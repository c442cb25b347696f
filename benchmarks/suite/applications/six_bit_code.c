/* Three bytes are written as four numbers of six bits, and read back. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "six_bit_code.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int byte[3];
    unsigned int six[4];
    unsigned int back[3];
    for (int i = 0; i < 3; i++) {
        byte[i] = __VERIFIER_nondet_uchar();
    }
    six[0] = byte[0] >> 2;
    six[1] = ((byte[0] & 3) << 4) | (byte[1] >> 4);
    six[2] = ((byte[1] & 15) << 2) | (byte[2] >> 6);
    six[3] = byte[2] & 63;
    for (int i = 0; i < 4; i++) {
        __VERIFIER_assert(six[i] < 64);
    }
    back[0] = (six[0] << 2) | (six[1] >> 4);
    back[1] = ((six[1] & 15) << 4) | (six[2] >> 2);
    back[2] = ((six[2] & 3) << 6) | six[3];
    for (int i = 0; i < 3; i++) {
        __VERIFIER_assert((back[i] & 255) == byte[i]);
    }
    return 0;
}
