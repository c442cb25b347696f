/* Code points are written in one to four bytes and read back; the first byte tells how many there
   are. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "variable_length_code.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

unsigned int out[4];

int encode(unsigned int c) {
    if (c < 0x80) {
        out[0] = c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = 0xc0 | ((c >> 6) & 0x1f);
        out[1] = 0x80 | (c & 0x3f);
        return 2;
    }
    if (c < 0x10000) {
        out[0] = 0xe0 | (c >> 12);
        out[1] = 0x80 | ((c >> 6) & 0x3f);
        out[2] = 0x80 | (c & 0x3f);
        return 3;
    }
    out[0] = 0xf0 | (c >> 18);
    out[1] = 0x80 | ((c >> 12) & 0x3f);
    out[2] = 0x80 | ((c >> 6) & 0x3f);
    out[3] = 0x80 | (c & 0x3f);
    return 4;
}

unsigned int decode(int *length) {
    unsigned int first = out[0];
    unsigned int c = 0;
    if (first < 0x80) {
        *length = 1;
        return first;
    }
    if (first < 0xe0) {
        *length = 2;
        c = first & 0x1f;
    } else if (first < 0xf0) {
        *length = 3;
        c = first & 0x0f;
    } else {
        *length = 4;
        c = first & 0x07;
    }
    for (int i = 1; i < *length; i++) {
        c = (c << 6) | (out[i] & 0x3f);
    }
    return c;
}

int main(void) {
    unsigned int c = __VERIFIER_nondet_uint();
    assume_abort_if_not(c < 0x110000);
    int written = encode(c);
    int length = 0;
    unsigned int back = decode(&length);
    __VERIFIER_assert(length == written);
    __VERIFIER_assert(back == c);
    return 0;
}
