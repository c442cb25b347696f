/* Reversing the bits of a byte twice gives the byte back. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "reverse_twice.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

unsigned int reverse(unsigned int b) {
    b = ((b & 0xf0) >> 4) | ((b & 0x0f) << 4);
    b = ((b & 0xcc) >> 2) | ((b & 0x33) << 2);
    b = ((b & 0xaa) >> 1) | ((b & 0x55) << 1);
    return b;
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uchar();
    unsigned int r = reverse(x);
    __VERIFIER_assert(r <= 255);
    for (int i = 0; i < 8; i++) {
        __VERIFIER_assert(((x >> i) & 1) == ((r >> (7 - i)) & 1));
    }
    __VERIFIER_assert(reverse(r) == x);
    return 0;
}
